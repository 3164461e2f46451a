import { Document } from "@langchain/core/documents";

/** Ten passages about an island railway that never existed. */
const PASSAGES = {
  line: "The Corrie Light Railway ran nine miles from Brae Harbour to the slate quarries at Tolm.",
  engineer:
    "Its engineer, Hester Lorne, had built two bridges on the mainland before she was thirty.",
  viaduct: "Hester Lorne's viaduct at Fenwick Gill stands on seven piers of grey stone.",
  quarry:
    "The quarries at Tolm sent roofing slate to Brae Harbour, forty wagons a day in good years.",
  engine:
    "The line owned two engines: Petrel, painted green, and Shearwater, which was scrapped in 1931.",
  museum:
    "Petrel can be seen in the museum at Brae Harbour, with her brass dome polished every Friday.",
  flood: "In the flood of 1928 the river took away the second pier at Fenwick Gill.",
  closure:
    "After the flood the company had no money for repairs, and the railway closed two years later.",
  walkers: "Today walkers follow the old trackbed and cross the gill on a footbridge of steel.",
  harbour: "Brae Harbour still loads stone, but lorries bring it down from the hills.",
};

export const documents = Object.entries(PASSAGES).map(
  ([id, pageContent]) => new Document({ id, pageContent, metadata: { source: "corrie.txt" } }),
);
