/** Words that were private to this project, and the words of the field that replace them. The test
 *  tests/shape.test.ts searches code, comments and file names for them. An entry is precise enough
 *  to leave ordinary English alone: 'fate', but not 'draw'. */
type DeniedWord = { word: string; pattern: RegExp; instead: string }

/** A whole word, as written. */
const word = (text: string, instead: string): DeniedWord => ({
  word: text,
  pattern: new RegExp(`\\b(?:${text})\\b`),
  instead,
})

/** A whole word with or without a capital, also in the plural. */
const noun = (text: string, instead: string): DeniedWord => ({
  word: text,
  pattern: new RegExp(`\\b${text}s?\\b`, 'i'),
  instead,
})

/** The first part of a name in camel case: 'most' denies mostEntries. */
const prefix = (text: string, instead: string): DeniedWord => ({
  word: `${text}…`,
  pattern: new RegExp(`\\b${text}[A-Z]`),
  instead,
})

/** A phrase. */
const phrase = (text: string, instead: string): DeniedWord => ({
  word: text,
  pattern: new RegExp(text, 'i'),
  instead,
})

export const deniedWords: readonly DeniedWord[] = [
  // Names of types.
  word('[Tt]ill|tillOf|withTill', 'PaymentContext'),
  word("Edge(?!')", 'AppEnv'),
  // "Place of supply" is the term of the tax law.
  word('Place(?! [Oo]f [Ss]upply)|placeKey|placesOf', 'PageContext'),
  word('Sheet', 'InlineStyles or AnswerSheet'),
  word('Trouble|Troubles|troubled', 'ApiError'),
  word('Told|Heard|Said|isSaid', 'a noun of what the value is'),
  word('Wish|Wishes|wishOf', 'a request or an option'),
  word('WaysToPay|WayToPay|waysToPay', 'PaymentMethod'),
  word('Sitter|Sitting|sitters|newSitter', 'a participant or an attempt'),
  word('\\w*[nN]otebook\\w*', 'state, journal or log'),
  word('StrangerPage|isStranger|strangerIn', 'the state by name: attemptUnavailable'),
  word('NotAskedPage|AskTools|AnewPage', 'a page named by its content'),
  word('HandedIn|handedIn|handedOff', 'submitted'),
  word('Bubble|Bubbles', 'circle or option'),
  word('KeptApart|keptOutcomes|keptPage|keptSkin|keptToken', 'stored…'),
  word('FrozenPaper|FrozenQuestion|frozenPaper', 'PaperVersion'),
  word('ExamCards?|HubPage', 'the name of the page that shows it'),
  word('SecondCopy|openSecondCopy', 'LocalStorageCopy'),
  word('EventsAnswer', 'Acknowledgement'),
  // Names of functions and values.
  word('ladder|rung|rungs|rungAfter', 'pollingSchedule'),
  word('strikeFor', 'reconcileDuePayments'),
  word('openDesk|clearDesk|deskPage', 'refundRequests'),
  word('telling|tellingWords|tellAll', 'cacheKeyParams'),
  word('forOneReader|isOneReaders', 'privateNoStore'),
  word('passOn|passedOn', 'forwardToApi'),
  word('standNow|orderNow|statusNow', 'recompute… or current…'),
  word('bringUp', 'recomputeProgress'),
  word('strangeness|strangeKeys', 'what is unexpected about it'),
  word('standIns?|standsInFor|standInSettings|standInsPort', 'emulator'),
  word('pretend\\w*|Pretend\\w+', 'simulate'),
  word('bendWire|openWire|ownWire|openShop|shopAnswers|shopUrl', 'a proxy, a server, a merchant'),
  word('fairWeather|mildPaper|Weather|weather', 'network conditions'),
  word('diceOf', 'seededRandom'),
  word('bookOf|booksOf|markedByTheBook', 'state, ledger or specification'),
  word('openWorld|World|SharedMemory|sharedMemory', 'the application under test'),
  word('packShelf|shelfAt', 'a cache or a store'),
  word('openGate|gated', 'a condition or a guard'),
  word('openFront|openMemory|openCardStore', 'open… with the storage that it opens'),
  word('goOn|goOnFrom|GoOnPage|canGoOn', 'continue, resume'),
  word('askThrough|askAs|askedLatelyMs|asAsked|isAskedAgain', 'request, fetch'),
  word('takeFor|takeOver|takenFor|letThrough', 'claim, accept'),
  word('keepNowhere|keepPlace|keepReply|mayBeKept|neverKept', 'store'),
  word('isHallKept|HallToKeep|keepHall|keepHallWhole', 'storeHall, isHallStored'),
  word('isKept|setKept', 'isStored, hasCopy'),
  word('hearOfRefund|hearers|hear', 'receive, listeners'),
  word('newsFor|orderNews|refundNews|captureNews|approvedNews', 'Finding'),
  word('peek|peers|tagPeers', 'read, other readers'),
  word('patience|patienceMs|patiently', 'timeout'),
  word('complaints?|complain', 'a validation error'),
  word('forgiving|forgiven', 'fallback, tolerance'),
  word('slipsBetween', 'runs concurrently'),
  word('isShed|shedOnce|poured|paintOf', 'dropped, written, colour'),
  word('darkSince|awake|dying', 'hidden, visible, closing'),
  word('calm|calmAfterMs|disturb|flooded', 'idle, interrupt, rate limited'),
  word('drawers|leftovers|belonging|manner', 'a noun of what the value is'),
  word('yesOrNo|perhapsBearer|maybeText|maybeTime', 'a boolean or an optional value'),
  word('rulingsMade|MadeRuling|decisionAbout', 'ruling'),
  word('everythingHeld|whatWasKept|whatScoresChange', 'a noun of what is returned'),
  word('soundingAlike|bestLookedUp', 'phonetic matches'),
  word('roomBelow|maxOfMean|mostOfMean', 'minutesToLevel, maxTimesMean'),
  word('atOnce|inTheWay|inTurns', 'concurrent, blocking, alternating'),
  word('isWorthAnother\\w*|isLeftOpen|isStillInside', 'a boolean that names the condition'),
  word('saysWebview|saidNonce|sayWhatIsHidden', 'a noun of what is read'),
  word('afterwards[A-Z]\\w*|attemptAfterwards', 'the state by name'),
  // Limits and units.
  prefix('most', 'max…'),
  prefix('longest', 'max…Length, max…Bytes or max…Ms'),
  prefix('least', 'min…'),
  prefix('farthest', 'max…'),
  prefix('usual(?:Ways|Calls|Choices)', 'default…'),
  // Words in prose.
  noun('kitchen', 'origin, server'),
  noun('shelf', 'cache, store'),
  noun('dice', 'seeded random numbers'),
  noun('stor(?:y|ie)', 'history, scenario'),
  noun('fate', 'outcome, delivery status'),
  noun('gate', 'guard, condition'),
  noun('world', 'application, database, environment'),
  noun('hearer', 'listener, subscriber'),
  phrase("behind the reader's back", 'revalidated in waitUntil (stale-while-revalidate)'),
  phrase('behind (?:its|their|his|her) back', 'in waitUntil, in the background'),
  phrase('in the same breath', 'atomically, in the same transaction'),
  phrase('isolate long', 'in memory; lost with the isolate'),
  phrase('comes? with the same', 'has the same'),
  phrase('came apart', 'joins'),
  phrase('by chance that can be drawn', 'reproducible by its seed'),
  phrase('bad phones', 'phones with faults'),
]
