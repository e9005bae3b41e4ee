import { grouped } from './amounts.ts'
import { makeQuestion, type QuestionTemplate } from './question.ts'

const topics = ['reasoning', 'mathematics']

type Rule = { kn: string; te: string; en: string; of: (n: number) => number }

const rules: readonly Rule[] = [
  { kn: 'n² + 1', te: 'n² + 1', en: 'n² + 1', of: (n) => n * n + 1 },
  { kn: 'n² − 1', te: 'n² − 1', en: 'n² − 1', of: (n) => n * n - 1 },
  { kn: 'n² + n', te: 'n² + n', en: 'n² + n', of: (n) => n * n + n },
  { kn: 'n² − n', te: 'n² − n', en: 'n² − n', of: (n) => n * n - n },
  { kn: 'n³', te: 'n³', en: 'n³', of: (n) => n ** 3 },
  { kn: 'n³ + 1', te: 'n³ + 1', en: 'n³ + 1', of: (n) => n ** 3 + 1 },
  { kn: 'n³ − n', te: 'n³ − n', en: 'n³ − n', of: (n) => n ** 3 - n },
  { kn: '2n²', te: '2n²', en: '2n²', of: (n) => 2 * n * n },
  { kn: '(n + 1)²', te: '(n + 1)²', en: '(n + 1)²', of: (n) => (n + 1) ** 2 },
]

const samePairs: QuestionTemplate = (random) => {
  const rule = random.pick(rules)
  const { one, two, three } = random.drawUntil(
    () => ({ one: random.integer(3, 9), two: random.integer(4, 11), three: random.integer(5, 13) }),
    ({ one, two, three }) => new Set([one, two, three]).size === 3,
  )
  const [first, second, key] = [one, two, three].map(rule.of) as [number, number, number]
  const linear = second + ((second - first) / (two - one)) * (three - two)
  const others = random
    .shuffled(rules)
    .map(({ of }) => of(three))
    .filter((value) => value !== linear && Math.abs(value - key) < key)
  const near = [key + 2, key - 2, key + 10, key - three].filter((value) => value !== linear)
  const working = (n: number) => `${n} → ${grouped(rule.of(n))}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಮೊದಲ ಎರಡು ಜೋಡಿಗಳಲ್ಲಿರುವ ಸಂಬಂಧವೇ ಮೂರನೆಯ ಜೋಡಿಯಲ್ಲೂ ಇರಬೇಕಾದರೆ ಪ್ರಶ್ನಾರ್ಥಕ ಚಿಹ್ನೆಯ ಜಾಗದಲ್ಲಿ ಯಾವ ಸಂಖ್ಯೆ ಬರಬೇಕು?\n${one} : ${grouped(first)} :: ${two} : ${grouped(second)} :: ${three} : ?`,
      te: `మొదటి రెండు జతల్లో ఉన్న సంబంధమే మూడో జతలోనూ ఉండాలంటే ప్రశ్నార్థకం ఉన్న చోట ఏ సంఖ్య రావాలి?\n${one} : ${grouped(first)} :: ${two} : ${grouped(second)} :: ${three} : ?`,
      en: `Which number should replace the question mark so that the numbers in all three pairs are related in the same way?\n${one} : ${grouped(first)} :: ${two} : ${grouped(second)} :: ${three} : ?`,
    },
    right: grouped(key),
    wrong: [...others.slice(0, 2), ...near].map(grouped),
    why: {
      kn: `ಮೊದಲ ಸಂಖ್ಯೆ n ಆದರೆ ಎರಡನೆಯದು ${rule.kn}: ${working(one)}, ${working(two)}. ಆದ್ದರಿಂದ ${working(three)}. ಒಂದು ಜೋಡಿಗೆ ಹಲವು ನಿಯಮಗಳು ಹೊಂದಬಹುದು; ಎರಡನೆಯ ಜೋಡಿಯಿಂದ ಖಚಿತಪಡಿಸಿಕೊಳ್ಳಿ.`,
      te: `మొదటి సంఖ్య n అయితే రెండోది ${rule.te}: ${working(one)}, ${working(two)}. కాబట్టి ${working(three)}. ఒక జతకు అనేక నియమాలు సరిపోవచ్చు; రెండో జతతో నిర్ధారించుకోండి.`,
      en: `If the first number is n, the second is ${rule.en}: ${working(one)}, ${working(two)}. So ${working(three)}. Several rules may fit one pair; the second pair decides.`,
    },
  })
}

type TripleRule = { kn: string; te: string; en: string; of: (a: number, b: number) => number }

const tripleRules: readonly TripleRule[] = [
  { kn: 'a × b + a', te: 'a × b + a', en: 'a × b + a', of: (a, b) => a * b + a },
  { kn: 'a² + b²', te: 'a² + b²', en: 'a² + b²', of: (a, b) => a * a + b * b },
  { kn: 'a × b − b', te: 'a × b − b', en: 'a × b − b', of: (a, b) => a * b - b },
  { kn: 'a² + b', te: 'a² + b', en: 'a² + b', of: (a, b) => a * a + b },
  { kn: '2 × (a + b)', te: '2 × (a + b)', en: '2 × (a + b)', of: (a, b) => 2 * (a + b) },
  { kn: 'a × b + 5', te: 'a × b + 5', en: 'a × b + 5', of: (a, b) => a * b + 5 },
]

const threeRows: QuestionTemplate = (random) => {
  const rule = random.pick(tripleRules)
  const rows = random.drawUntil(
    () => [0, 1, 2].map((): [number, number] => [random.integer(3, 12), random.integer(2, 11)]),
    (rows) =>
      rows.every(([a, b]) => a !== b) &&
      new Set(rows.map(([a, b]) => rule.of(a, b))).size === 3 &&
      // No other of these rules may fit the two complete rows.
      tripleRules.every(
        (other) =>
          other === rule || rows.slice(0, 2).some(([a, b]) => other.of(a, b) !== rule.of(a, b)),
      ),
  )
  const [a, b] = rows[2]!
  const key = rule.of(a, b)
  const others = random.shuffled(tripleRules).map(({ of }) => of(a, b))
  const line = ([one, two]: [number, number], third: string) => `${one}   ${two}   ${third}`
  const shown = [
    line(rows[0]!, `${rule.of(...rows[0]!)}`),
    line(rows[1]!, `${rule.of(...rows[1]!)}`),
    line(rows[2]!, '?'),
  ].join('\n')
  const worked = rows.map(([one, two]) => `(${one}, ${two}) → ${rule.of(one, two)}`).join('; ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಮೂರೂ ಸಾಲುಗಳಲ್ಲಿ ಮೂರನೆಯ ಸಂಖ್ಯೆ ಒಂದೇ ನಿಯಮದಿಂದ ಬಂದಿದೆ. ಪ್ರಶ್ನಾರ್ಥಕ ಚಿಹ್ನೆಯ ಜಾಗದಲ್ಲಿ ಯಾವ ಸಂಖ್ಯೆ ಬರಬೇಕು?\n${shown}`,
      te: `మూడు వరుసల్లోనూ మూడో సంఖ్య ఒకే నియమంతో వచ్చింది. ప్రశ్నార్థకం ఉన్న చోట ఏ సంఖ్య రావాలి?\n${shown}`,
      en: `In all three rows the third number is found by the same rule. Which number should replace the question mark?\n${shown}`,
    },
    right: `${key}`,
    wrong: [...others, key + 1, key - 2, key + 3].map(String),
    why: {
      kn: `ಸಾಲಿನ ಮೊದಲ ಎರಡು ಸಂಖ್ಯೆಗಳು a, b ಆದರೆ ಮೂರನೆಯದು ${rule.kn}: ${worked}. ಮೊದಲ ಸಾಲಿನಲ್ಲಿ ಕಂಡ ನಿಯಮವನ್ನು ಎರಡನೆಯ ಸಾಲಿನಲ್ಲಿ ಪರೀಕ್ಷಿಸಿಯೇ ಬಳಸಿ.`,
      te: `వరుసలోని మొదటి రెండు సంఖ్యలు a, b అయితే మూడోది ${rule.te}: ${worked}. మొదటి వరుసలో కనిపించిన నియమాన్ని రెండో వరుసలో పరీక్షించాకే వాడండి.`,
      en: `If the first two numbers of a row are a and b, the third is ${rule.en}: ${worked}. Test the rule found in the first row on the second before using it.`,
    },
  })
}

const letterPairs: QuestionTemplate = (random) => {
  const letterAt = (number: number) => String.fromCharCode(((((number - 1) % 26) + 26) % 26) + 65)
  const steps = random.drawUntil(
    () => [0, 1, 2].map(() => random.pick([-3, -2, -1, 1, 2, 3, 4])),
    (steps) => new Set(steps).size > 1,
  )
  const draw = () => [0, 1, 2].map(() => random.integer(5, 20))
  const [known, asked] = random.drawUntil(
    () => [draw(), draw()] as const,
    ([known, asked]) => new Set(known).size === 3 && new Set(asked).size === 3,
  )
  const spell = (places: readonly number[]) => places.map(letterAt).join('')
  const coded = (places: readonly number[], by: readonly number[]) =>
    spell(places.map((place, index) => place + by[index]!))
  const key = coded(asked, steps)
  const signs = steps.map((step) => (step > 0 ? `+${step}` : `−${-step}`)).join(', ')
  return makeQuestion(random, {
    topics: ['reasoning'],
    stem: {
      kn: `ಮೊದಲ ಜೋಡಿಯಲ್ಲಿರುವ ಸಂಬಂಧವೇ ಎರಡನೆಯ ಜೋಡಿಯಲ್ಲೂ ಇರುವಂತೆ ಪೂರ್ಣಗೊಳಿಸಿ.\n${spell(known)} : ${coded(known, steps)} :: ${spell(asked)} : ?`,
      te: `మొదటి జతలో ఉన్న సంబంధమే రెండో జతలోనూ ఉండేలా పూర్తి చేయండి.\n${spell(known)} : ${coded(known, steps)} :: ${spell(asked)} : ?`,
      en: `Complete the second pair so that it has the same relation as the first.\n${spell(known)} : ${coded(known, steps)} :: ${spell(asked)} : ?`,
    },
    right: key,
    wrong: [
      coded(
        asked,
        steps.map((step) => -step),
      ),
      coded(asked, steps.toReversed()),
      coded(
        asked,
        steps.map((step, index) => (index === 1 ? step + 1 : step)),
      ),
      coded(
        asked,
        steps.map((step, index) => (index === 2 ? step - 1 : step)),
      ),
      coded(
        asked,
        steps.map((step, index) => (index === 0 ? step + 1 : step)),
      ),
    ],
    why: {
      kn: `ಮೂರು ಅಕ್ಷರಗಳು ಕ್ರಮವಾಗಿ ${signs} ಸ್ಥಾನ ಸರಿದಿವೆ: ${spell(known)} → ${coded(known, steps)}. ಹಾಗೆಯೇ ${spell(asked)} → ${key}.`,
      te: `మూడు అక్షరాలు వరుసగా ${signs} స్థానాలు జరిగాయి: ${spell(known)} → ${coded(known, steps)}. అలాగే ${spell(asked)} → ${key}.`,
      en: `The three letters move ${signs} places respectively: ${spell(known)} → ${coded(known, steps)}. Likewise ${spell(asked)} → ${key}.`,
    },
  })
}

export const numberAnalogy: readonly QuestionTemplate[] = [samePairs, letterPairs, threeRows]
