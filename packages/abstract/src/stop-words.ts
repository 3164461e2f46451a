/** Words that carry grammar rather than a subject, by language. */
const lists: Readonly<Record<string, string>> = {
  en: `a an the this that these those some any each every either neither both all many much more most few less least
    several such other others another same own one two three four five six seven eight nine ten first second third last
    next former latter i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
    himself herself itself themselves who whom whose which what when where why how there here and or but nor so yet if
    then than as because since while although though unless until whether of in on at by for from to with without within
    into onto upon over under above below between among through during before after about against across along around
    behind beside near off out up down toward towards via per like unlike is are was were be been being am do does did
    done doing has have had having can could may might must shall should will would not no only just also too very quite
    rather again ever never often always sometimes usually still already almost even however therefore thus hence
    meanwhile moreover furthermore instead later early earlier late soon once twice ago now today well mainly mostly
    largely originally currently formerly recently eventually together alone away back upon including included include
    includes become became becomes becoming make made makes making take took taken takes taking give gave given gives go
    went gone goes going come came comes coming get got gets getting say said says see saw seen sees know known knows
    knew call called calls name named names use used uses using find found finds show showed shown shows keep kept leave
    left leaves begin began begun begins start started starts end ended ends follow followed follows following base based
    play played plays playing star starred stars starring feature featured features featuring write wrote written writes
    direct directed directs produce produced produces release released releases appear appeared appears serve served
    serves serving win won wins hold held holds bear born die died dies marry married marries live lived lives living
    work worked works working receive received run ran locate located consist consists contain contains refer refers
    describe described consider considered tell told tells mean means lead led leads bring brought set sets put puts
    help helped move moved moves join joined joins return returned act acted acts sell sold buy bought build built
    lit fl ca née nee aka etc eg ie vs mr mrs ms dr st jr sr inc good big small little large long high old
    young major main several various different certain able best better known way part parts thing things lot number
    numbers time times year years day days month months week weeks date dates january february march april may june july
    august september october november december age ages th nd rd s t d ll ve re m don doesn didn isn wasn weren couldn wouldn
    true false yes ok approximately approx cent percent unknown half`,
  de: `der die das den dem des ein eine einer eines einem einen und oder aber denn weil dass daß wenn als wie ob so
    auch nur noch schon sehr nicht kein keine keiner ich du er sie es wir ihr mich mir dich dir ihn ihm ihnen sein seine
    seiner seinem seinen seines ihre ihrer ihrem ihren ihres mein dein unser euer sich dieser diese dieses diesem diesen
    jener jene welche welcher welches wer was wo wann warum von zu zum zur in im ins an am auf aus bei beim mit nach seit
    vor für durch gegen ohne um über unter zwischen während wegen bis ab ist sind war waren bin bist sei wird werden wurde
    wurden worden hat haben hatte hatten kann können konnte muss müssen soll sollen will wollen mehr viel viele alle alles
    man hier dort dann da doch etwa sowie jedoch bereits später erste ersten zwei drei geboren jahr jahre jahren`,
  fr: `le la les l un une des du de d au aux et ou mais donc or ni car que qui quoi dont où quand comme si ce cet cette
    ces il elle ils elles on nous vous je tu me te se lui leur leurs y en mon ma mes ton ta tes son sa ses notre nos votre
    vos à dans par pour sur sous avec sans entre vers chez depuis pendant après avant contre est sont était étaient être
    été a ont avait avaient avoir fait faire peut plus moins très aussi pas ne n qu c s j m t tout tous toute toutes même
    autre autres ainsi alors encore deux trois premier première né née année années`,
  es: `el la los las un una unos unas de del al y e o u pero sino que quien quienes cual cuales cuando donde como si se
    lo le les me te nos os mi mis tu tus su sus nuestro nuestra este esta estos estas ese esa esos esas aquel a ante bajo
    con contra desde durante en entre hacia hasta para por según sin sobre tras es son era eran ser sido fue fueron está
    están estaba ha han había haber hay más menos muy también no ni ya así otro otra otros otras todo toda todos todas
    mismo dos tres primer primera años año nació`,
  it: `il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in
    nel nella nei nelle con su sul sulla per tra fra e ed o ma se che chi cui come quando dove non si ci vi ne lui lei
    loro io tu noi voi mi ti suo sua suoi sue mio questo questa questi queste quello quella è sono era erano essere stato
    stata fu furono ha hanno aveva avere più meno molto anche già altro altri tutto tutti due tre primo prima anni anno`,
  pt: `o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre
    entre até desde e ou mas que quem qual quando onde como se seu sua seus suas meu minha este esta estes estas esse essa
    isso aquele ele ela eles elas eu nós lhe não sim é são era eram ser sido foi foram está estão há tem tinha ter mais
    menos muito também já outro outra outros todos toda dois três primeiro primeira anos ano nasceu`,
  nl: `de het een en of maar want dat die dit deze wie wat waar wanneer hoe als dan om te in op aan van voor met bij
    naar uit door over onder tussen tegen tot na sinds zonder is zijn was waren ben worden wordt werd werden heeft hebben
    had hadden kan kunnen niet geen ook nog al zeer meer veel ik jij hij zij ze wij we u hem haar hun mijn zijn er hier
    daar zich zo toen twee drie eerste jaar`,
  ru: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её мне было вот от меня
    еще ещё нет о об из ему теперь когда даже ну ли если уже или ни быть был была были него до вас они тут где есть надо
    ней для мы тебя их чем сам без чего раз тоже себе под при это этот эта эти который которая которые также году года
    после между через более`,
  ar: `في من إلى على عن مع بعد قبل تحت فوق بين عند منذ حتى خلال حول ضد دون هو هي هم هذا هذه ذلك تلك التي الذي الذين ما لا لم
    لن قد كان كانت يكون تكون أن إن أنه أنها كما كل بعض غير أو أم ثم و ف ب ل وقد وذلك وكان وفي ومن وهو وهي أي أيضا أيضًا جدا
    جداً عدد إذا عندما حيث لكن ولكن بسبب مثل له لها تم عام سنة`,
};

const sets = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);
const english = sets.get("en") as ReadonlySet<string>;

/** Characters that Chinese and Japanese phrases neither begin nor end with. */
export const functionCharacters: ReadonlySet<string> = new Set(
  "的了是在和与與及或而且但也都就还還又很更最不没沒有无無为為于於以之其此该該这這那哪个個们們他她它我你您" +
    "把被将將对對从從到向由因所者着著过過地得吗吗呢吧啊等时時后後前上下中内内外里裡年月日一二三四五六七八九十第" +
    "使会會能可要如则則并並各每某再只已曾いうえおかがきぎくぐけげこごさしすずせそただちっつてでとどなにぬねのはばひびふへべほまみむめもやゆよらりるれろわをん、",
);

/** Chinese words of two or three characters that carry no subject. */
export const commonSequences: ReadonlySet<string> = new Set(
  `进行 包括 考虑 根据 提供 非常 部分 大部分 多次 期间 试图 导致 减少 增加 发现 发生 可以 可能 没有 因为 所以 但是 如果 虽然
  由于 以及 或者 并且 自己 其中 许多 很多 一些 之后 之前 以后 以前 目前 当时 后来 同时 开始 成为 作为 通过 使用 认为 表示 主要
  重要 不同 相同 世纪 时期 位置 范围 方面 问题 情况 需要 得到 拥有 具有 属于 位于 出生 去世 近年来 未来 现代 进入 出现 产生
  形成 建立 存在 相关 有关 这样 任何 所有 全部 大多数 多数 少数 第一 进行 包含 继续 决定 要求 允许 能够 必须 应该 已经 仍然 甚至
  尽管 然而 因此 而且 不过 只有 除了 关于 对于 至少 超过 大约 左右 直到 之间 之一 由此 例如 比如 称为 被称 名为 叫做`.split(
    /\s+/,
  ),
);

/** In which of the languages a word is a stop word, as bits. */
const languagesOf = new Map<string, number>();
for (const [bit, set] of [...sets.values()].entries()) {
  for (const word of set) languagesOf.set(word, (languagesOf.get(word) ?? 0) | (1 << bit));
}

/** How much of each text the language is guessed from, in UTF-16 units. */
const sample = 400;

/** The stop words of the language that most words of some texts belong to; English when none stands out. */
export function stopWordsFor(texts: readonly string[]): ReadonlySet<string> {
  const hits = [...sets].map(() => 0);
  for (const text of texts) {
    for (const word of text
      .slice(0, sample)
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)) {
      const languages = languagesOf.get(word) ?? 0;
      for (let bit = 0; languages >> bit > 0; bit++) if ((languages >> bit) & 1) hits[bit]!++;
    }
  }
  const most = Math.max(...hits);
  return most === 0 ? english : ([...sets.values()][hits.indexOf(most)] as ReadonlySet<string>);
}
