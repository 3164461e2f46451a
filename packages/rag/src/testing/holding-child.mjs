// Holds the writer's place of a store until it is killed. Argument: the path.
import { lmdbStore } from "../../dist/index.js";

const store = lmdbStore(process.argv[2]);
await store.exclusively(async () => {
  await store.write([{ key: "held", bytes: Buffer.from("1") }]);
  console.log("held");
  await new Promise((resolve) => setTimeout(resolve, 60_000));
});
