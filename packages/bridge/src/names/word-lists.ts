function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

export const articles: ReadonlySet<string> = wordSet("the a an");

/** Forms of address in front of a person's name. */
export const addresses: ReadonlySet<string> = wordSet("mr mrs ms mx dr sir dame prof");

/** Titles and ranks in front of a person's name: "Professor Ada Vance" is Ada Vance, "General Motors" a name. */
export const ranks: ReadonlySet<string> = wordSet(
  `
  professor doctor captain capt colonel col general gen major maj lieutenant lt commander cmdr admiral adm commodore
  sergeant sgt corporal cpl private inspector detective constable sheriff marshal president chancellor premier
  minister secretary ambassador senator sen congressman congresswoman representative governor gov mayor judge justice
  king queen prince princess duke duchess earl count countess baron baroness viscount lord lady emperor empress tsar
  sultan pope cardinal archbishop bishop abbot father fr brother sister mother reverend rev rabbi imam sheikh saint
  miss master madam madame mme mademoiselle mlle monsieur herr frau fräulein señor señora señorita don doña signor
  signora dom coach chef nurse uncle aunt`.trim(),
);

/** What follows a person's name: "Otto Reef Jr." is Otto Reef. */
export const personSuffixes: ReadonlySet<string> = wordSet(
  "jr sr junior senior esq phd md mbe obe cbe ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi",
);

/** What follows a company's name: "Orrin Rope Ltd" is Orrin Rope. */
export const companySuffixes: ReadonlySet<string> = wordSet(
  "ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag kg sa sas srl spa bv nv ab oy pty kk",
);

/** What a heading calls the thing that it then names: "Biography: Otto Reef". */
export const labels: ReadonlySet<string> = wordSet(
  `
  about appendix article author bio biography chapter character city class company contact country day entry event faq
  figure function guide interview interviewee introducing lesson letter life location meet member method module note
  notes obituary organisation organization overview part people person place portrait product profile project question
  record release report review section ship staff step story subject table team topic tutorial unit village volume`.trim(),
);

/** Lower-case words that may stand inside a name: "Bank of England", "Ludwig van Beethoven". */
export const connectors: ReadonlySet<string> = wordSet(
  "of the de von van la le du der den di da del della dos das do al el bin ibn ter ten zu af av",
);

/** Words that are no name by themselves, and none at the start of one where a sentence starts. */
export const functionWords: ReadonlySet<string> = wordSet(
  `
  the a an this that these those it its he his him she her hers they their them theirs we our us you your i my me
  mine who whom whose which what when where how why whether of in on at for to by from with without within as into
  onto over under about above across after against along among around because before behind below beneath beside
  besides between beyond despite down during except inside like near off out outside past per since than then
  through throughout till toward towards until up upon via while although though if unless once so yet and or but
  nor not no is was were are be been being am do does did done has have had having can could will would shall should
  may might must here there now also however thus hence therefore moreover furthermore meanwhile both either neither
  each every all any some such many much more most other others another several few less least same only just even
  still again ever never always often later earlier soon one two three four five six seven eight nine ten first
  second third last next new old own very too yes ok okay according following including among let see
  january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  der die das ein eine und oder ist war im am von mit auf für nach bei aus er sie es wir ihr
  les une est dans pour avec sur par il elle ils elles nous vous ce cette ces mais où
  los las un una es era en con por para sobre como pero su sus se
  gli uno nel nella sono per
  het een is op te zijn`.trim(),
);

/** Whether a word is an abbreviation in capitals, which is a name also where the word is none: US, WHO, IT. */
export function isAcronym(word: string): boolean {
  return /^\p{Lu}{2,}$/u.test(word) && !romanNumeral.test(word);
}

const romanNumeral = /^[IVXLCM]+$/;

/** Whether a word of a text only follows names: Jr, Ltd, III; but Xi is a name. */
export function isSuffix(word: string): boolean {
  if (romanNumeral.test(word)) return true;
  const folded = word.toLowerCase();
  if (companySuffixes.has(folded)) return true;
  return personSuffixes.has(folded) && !romanNumeral.test(word.toUpperCase());
}
