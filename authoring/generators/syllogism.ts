import { conclusionAnswers, conclusionKey, verdict } from './conclusions.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Question, QuestionTemplate, Translations } from './question.ts'

const topics = ['reasoning']

/** A noun with its plural without the last vowel (ಪೆನ್ನುಗಳ, పెన్నుల), its negation in Kannada
 *  (ಪೆನ್ನಲ್ಲ) and 'any of them' in Telugu (పెన్నూ). */
type Noun = Translations & { knPlural: string; knNot: string; tePlural: string; teAny: string }

const noun = (kannada: string, telugu: string, en: string): Noun => {
  const [kn, knPlural, knNot] = kannada.split(' ') as [string, string, string]
  const [te, tePlural, teAny] = telugu.split(' ') as [string, string, string]
  return { kn, knPlural, knNot, te, tePlural, teAny, en }
}

const nouns: readonly Noun[] = [
  noun('ಪೆನ್ನು ಪೆನ್ನುಗಳ ಪೆನ್ನಲ್ಲ', 'పెన్ను పెన్నుల పెన్నూ', 'pens'),
  noun('ಪುಸ್ತಕ ಪುಸ್ತಕಗಳ ಪುಸ್ತಕವಲ್ಲ', 'పుస్తకం పుస్తకాల పుస్తకమూ', 'books'),
  noun('ಮೇಜು ಮೇಜುಗಳ ಮೇಜಲ್ಲ', 'బల్ల బల్లల బల్లా', 'tables'),
  noun('ಕುರ್ಚಿ ಕುರ್ಚಿಗಳ ಕುರ್ಚಿಯಲ್ಲ', 'కుర్చీ కుర్చీల కుర్చీ', 'chairs'),
  noun('ಹೂವು ಹೂವುಗಳ ಹೂವಲ್ಲ', 'పువ్వు పువ్వుల పువ్వూ', 'flowers'),
  noun('ಹಣ್ಣು ಹಣ್ಣುಗಳ ಹಣ್ಣಲ್ಲ', 'పండు పండ్ల పండూ', 'fruits'),
  noun('ಚೀಲ ಚೀಲಗಳ ಚೀಲವಲ್ಲ', 'సంచి సంచుల సంచీ', 'bags'),
  noun('ಬುಟ್ಟಿ ಬುಟ್ಟಿಗಳ ಬುಟ್ಟಿಯಲ್ಲ', 'బుట్ట బుట్టల బుట్టా', 'baskets'),
  noun('ರಸ್ತೆ ರಸ್ತೆಗಳ ರಸ್ತೆಯಲ್ಲ', 'రోడ్డు రోడ్ల రోడ్డూ', 'roads'),
  noun('ಸೇತುವೆ ಸೇತುವೆಗಳ ಸೇತುವೆಯಲ್ಲ', 'వంతెన వంతెనల వంతెనా', 'bridges'),
  noun('ಕೋಟೆ ಕೋಟೆಗಳ ಕೋಟೆಯಲ್ಲ', 'కోట కోటల కోటా', 'forts'),
  noun('ಬೆಟ್ಟ ಬೆಟ್ಟಗಳ ಬೆಟ್ಟವಲ್ಲ', 'కొండ కొండల కొండా', 'hills'),
]

const moods = ['all', 'some', 'no', 'some-not'] as const
type Mood = (typeof moods)[number]
/** A statement about two of the three terms, by their indices. */
type Statement = readonly [mood: Mood, subject: number, predicate: number]

/** A model says which of the eight regions of three circles are inhabited. Region 5 = 0b101 lies in
 *  the first and third circle. */
const isTrue = ([mood, subject, predicate]: Statement, model: number): boolean => {
  const regions = [0, 1, 2, 3, 4, 5, 6, 7].filter((region) => (model >> region) & 1)
  const inside = regions.filter((region) => (region >> subject) & 1)
  const both = inside.filter((region) => (region >> predicate) & 1)
  switch (mood) {
    case 'all':
      return both.length === inside.length
    case 'some':
      return both.length > 0
    case 'no':
      return both.length === 0
    case 'some-not':
      return both.length < inside.length
  }
}

/** All models in which each of the three terms has a member, as these examinations assume. */
const models = Array.from({ length: 256 }, (_, model) => model).filter((model) =>
  [0, 1, 2].every((term) => isTrue(['some', term, term], model)),
)

const modelsOf = (premises: readonly Statement[]) =>
  models.filter((model) => premises.every((premise) => isTrue(premise, model)))

const sentence = ([mood, one, two]: Statement, terms: readonly Noun[]): Translations => {
  const [subject, predicate] = [terms[one]!, terms[two]!]
  const [kn, te] = [`${predicate.knPlural}ು`, `${predicate.tePlural}ు`]
  switch (mood) {
    case 'all':
      return {
        kn: `ಎಲ್ಲ ${subject.knPlural}ೂ ${kn}`,
        te: `${subject.tePlural}న్నీ ${te}`,
        en: `All ${subject.en} are ${predicate.en}`,
      }
    case 'some':
      return {
        kn: `ಕೆಲವು ${subject.knPlural}ು ${kn}`,
        te: `కొన్ని ${subject.tePlural}ు ${te}`,
        en: `Some ${subject.en} are ${predicate.en}`,
      }
    case 'no':
      return {
        kn: `ಯಾವುದೇ ${subject.kn} ${predicate.knNot}`,
        te: `ఏ ${subject.teAny} ${predicate.te} కాదు`,
        en: `No ${subject.en} are ${predicate.en}`,
      }
    case 'some-not':
      return {
        kn: `ಕೆಲವು ${subject.knPlural}ು ${predicate.knPlural}ಲ್ಲ`,
        te: `కొన్ని ${subject.tePlural}ు ${te} కావు`,
        en: `Some ${subject.en} are not ${predicate.en}`,
      }
  }
}

/** How the circles lie, in words, for the two premises that are asked. */
type Figure = {
  premises: readonly [Statement, Statement]
  picture: (terms: Noun[]) => Translations
}

const plural = ({ knPlural, tePlural, en }: Noun) => ({ kn: knPlural, te: tePlural, en })

const figure = (
  one: Mood,
  two: Mood,
  picture: (a: Translations, b: Translations, c: Translations) => Translations,
): Figure => ({
  premises: [
    [one, 0, 1],
    [two, 1, 2],
  ],
  picture: (terms) => {
    const [a, b, c] = terms.map(plural) as [Translations, Translations, Translations]
    return picture(a, b, c)
  },
})

const chainFigures: readonly Figure[] = [
  figure('all', 'all', (a, b, c) => ({
    kn: `${a.kn} ವೃತ್ತವು ${b.kn} ವೃತ್ತದ ಒಳಗೂ, ${b.kn} ವೃತ್ತವು ${c.kn} ವೃತ್ತದ ಒಳಗೂ ಇದೆ`,
    te: `${a.te} వృత్తం ${b.te} వృత్తం లోపల, ${b.te} వృత్తం ${c.te} వృత్తం లోపల ఉన్నాయి`,
    en: `the circle of ${a.en} lies inside that of ${b.en}, and that inside the circle of ${c.en}`,
  })),
  figure('all', 'no', (a, b, c) => ({
    kn: `${a.kn} ವೃತ್ತವು ${b.kn} ವೃತ್ತದ ಒಳಗಿದೆ; ${b.kn} ವೃತ್ತವು ${c.kn} ವೃತ್ತವನ್ನು ಮುಟ್ಟುವುದಿಲ್ಲ`,
    te: `${a.te} వృత్తం ${b.te} వృత్తం లోపల ఉంది; ${b.te} వృత్తం ${c.te} వృత్తాన్ని తాకదు`,
    en: `the circle of ${a.en} lies inside that of ${b.en}, which does not touch the circle of ${c.en}`,
  })),
  figure('some', 'all', (a, b, c) => ({
    kn: `${a.kn} ಮತ್ತು ${b.kn} ವೃತ್ತಗಳಿಗೆ ಸಾಮಾನ್ಯ ಭಾಗವಿದೆ; ${b.kn} ವೃತ್ತವು ಪೂರ್ತಿಯಾಗಿ ${c.kn} ವೃತ್ತದ ಒಳಗಿದೆ`,
    te: `${a.te}, ${b.te} వృత్తాలకు ఉమ్మడి భాగం ఉంది; ${b.te} వృత్తమంతా ${c.te} వృత్తం లోపల ఉంది`,
    en: `the circles of ${a.en} and ${b.en} have a common part, and that of ${b.en} lies wholly inside the circle of ${c.en}`,
  })),
  figure('some', 'no', (a, b, c) => ({
    kn: `${a.kn} ಮತ್ತು ${b.kn} ವೃತ್ತಗಳಿಗೆ ಸಾಮಾನ್ಯ ಭಾಗವಿದೆ; ${b.kn} ವೃತ್ತವು ${c.kn} ವೃತ್ತವನ್ನು ಮುಟ್ಟುವುದಿಲ್ಲ`,
    te: `${a.te}, ${b.te} వృత్తాలకు ఉమ్మడి భాగం ఉంది; ${b.te} వృత్తం ${c.te} వృత్తాన్ని తాకదు`,
    en: `the circles of ${a.en} and ${b.en} have a common part, and that of ${b.en} does not touch the circle of ${c.en}`,
  })),
]

const weakFigures: readonly Figure[] = [
  figure('all', 'some', (a, b, c) => ({
    kn: `${a.kn} ವೃತ್ತವು ${b.kn} ವೃತ್ತದ ಒಳಗಿದೆ; ${c.kn} ವೃತ್ತವು ${b.kn} ವೃತ್ತದ ಯಾವ ಭಾಗದೊಂದಿಗೆ ಸೇರಿದೆ ಎಂದು ತಿಳಿದಿಲ್ಲ`,
    te: `${a.te} వృత్తం ${b.te} వృత్తం లోపల ఉంది; ${c.te} వృత్తం ${b.te} వృత్తంలోని ఏ భాగంతో కలిసిందో తెలియదు`,
    en: `the circle of ${a.en} lies inside that of ${b.en}, and the circle of ${c.en} overlaps the latter, but where is not known`,
  })),
  figure('some', 'some', (a, b, c) => ({
    kn: `${b.kn} ವೃತ್ತವು ${a.kn} ಮತ್ತು ${c.kn} ವೃತ್ತಗಳೊಂದಿಗೆ ಸೇರಿದ್ದರೂ ಆ ಎರಡು ವೃತ್ತಗಳ ಸಂಬಂಧ ತಿಳಿದಿಲ್ಲ`,
    te: `${b.te} వృత్తం ${a.te}, ${c.te} వృత్తాలతో కలిసినా ఆ రెండు వృత్తాల సంబంధం తెలియదు`,
    en: `the circle of ${b.en} meets those of ${a.en} and ${c.en}, but how these two lie with respect to each other is not known`,
  })),
  figure('no', 'all', (a, b, c) => ({
    kn: `${b.kn} ವೃತ್ತವು ${c.kn} ವೃತ್ತದ ಒಳಗಿದೆ, ${a.kn} ವೃತ್ತವನ್ನು ಮುಟ್ಟುವುದಿಲ್ಲ; ${a.kn} ಮತ್ತು ${c.kn} ವೃತ್ತಗಳು ಬೇರೆ ಕಡೆ ಸೇರಬಹುದು`,
    te: `${b.te} వృత్తం ${c.te} వృత్తం లోపల ఉంది, ${a.te} వృత్తాన్ని తాకదు; ${a.te}, ${c.te} వృత్తాలు వేరే చోట కలవవచ్చు`,
    en: `the circle of ${b.en} lies inside that of ${c.en} and apart from that of ${a.en}; the circles of ${a.en} and ${c.en} may meet elsewhere`,
  })),
]

const pairsOfTerms = [
  [0, 2],
  [2, 0],
  [1, 0],
  [2, 1],
] as const

/** `keys`: the answers that these figures can have, from which one is drawn. */
function syllogismOf(
  random: SeededRandom,
  figures: readonly Figure[],
  keys: readonly number[],
): Question {
  const key = random.pick(keys)
  const { premises, picture, one, two, first, second } = random.drawUntil(
    () => {
      const { premises, picture } = random.pick(figures)
      const possible = modelsOf(premises)
      const draw = (): Statement => [random.pick(moods), ...random.pick(pairsOfTerms)]
      const [one, two] = [draw(), draw()]
      const [first, second] = [one, two].map((statement) =>
        possible.every((model) => isTrue(statement, model)),
      ) as [boolean, boolean]
      const either = possible.every((model) => isTrue(one, model) || isTrue(two, model))
      return { premises, picture, one, two, first, second, either }
    },
    ({ one, two, first, second, either }) =>
      conclusionKey(first, second) === key &&
      one.join() !== two.join() &&
      [one, two].some(([, subject, predicate]) => subject + predicate === 2) &&
      // 'Either I or II' would be a fifth answer.
      (first || second || !either),
  )
  const terms = random.shuffled(nouns).slice(0, 3)
  const [given, also] = premises.map((statement) => sentence(statement, terms)) as [
    Translations,
    Translations,
  ]
  const [left, right] = [sentence(one, terms), sentence(two, terms)]
  const [seen, end] = [picture(terms), verdict(first, second)]
  return {
    topics,
    stem: {
      kn: `ಹೇಳಿಕೆಗಳು ನಿಜವೆಂದು ಭಾವಿಸಿ, ಯಾವ ತೀರ್ಮಾನ ತಾರ್ಕಿಕವಾಗಿ ಅನುಸರಿಸುತ್ತದೆ ಎಂದು ತಿಳಿಸಿ.\nಹೇಳಿಕೆಗಳು: ${given.kn}. ${also.kn}.\nತೀರ್ಮಾನ I: ${left.kn}.\nತೀರ್ಮಾನ II: ${right.kn}.`,
      te: `ప్రకటనలు నిజమని భావించి, ఏ తీర్మానం తార్కికంగా అనుసరిస్తుందో తెలపండి.\nప్రకటనలు: ${given.te}. ${also.te}.\nతీర్మానం I: ${left.te}.\nతీర్మానం II: ${right.te}.`,
      en: `Taking the statements to be true, decide which conclusion logically follows.\nStatements: ${given.en}. ${also.en}.\nConclusion I: ${left.en}.\nConclusion II: ${right.en}.`,
    },
    options: [...conclusionAnswers],
    correct: key,
    keepsOrder: true,
    explanation: {
      kn: `ವೆನ್ ಚಿತ್ರದಲ್ಲಿ ${seen.kn}. ಆದ್ದರಿಂದ ${end.kn}. ಸಾಧ್ಯವಿರುವ ಎಲ್ಲ ಚಿತ್ರಗಳಲ್ಲೂ ನಿಜವಾಗುವ ತೀರ್ಮಾನ ಮಾತ್ರ ಅನುಸರಿಸುತ್ತದೆ.`,
      te: `వెన్ చిత్రంలో ${seen.te}. కాబట్టి ${end.te}. సాధ్యమైన అన్ని చిత్రాల్లోనూ నిజమయ్యే తీర్మానమే అనుసరిస్తుంది.`,
      en: `In a Venn diagram ${seen.en}. So ${end.en}. Only a conclusion that is true in every possible diagram follows.`,
    },
  }
}

const chainSyllogism: QuestionTemplate = (random) =>
  syllogismOf(random, chainFigures, [0, 1, 2, 2, 3])
const weakSyllogism: QuestionTemplate = (random) => syllogismOf(random, weakFigures, [0, 1, 3])

export const syllogism: readonly QuestionTemplate[] = [chainSyllogism, weakSyllogism]
