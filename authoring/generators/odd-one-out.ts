import type { SeededRandom } from './seeded-random.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['reasoning', 'mathematics']

const isPrime = (number: number) => {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false
  return number > 1
}
const digitsOf = (number: number) => Array.from(`${number}`, Number)
const digitSum = (number: number) => digitsOf(number).reduce((sum, digit) => sum + digit)

type Property = { name: Translations; of: (number: number) => boolean; members: number[] }

const property = (
  kn: string,
  te: string,
  en: string,
  of: Property['of'],
  from: number,
  to: number,
): Property => ({
  name: { kn, te, en },
  of,
  members: Array.from({ length: to - from }, (_, index) => from + index).filter(of),
})

const multiple = (of: number, from: number, to: number) =>
  property(
    `${of}ರ ಅಪವರ್ತ್ಯಗಳು`,
    `${of} గుణిజాలు`,
    `multiples of ${of}`,
    (number) => number % of === 0,
    from,
    to,
  )

/** What the three that belong together have in common. */
const properties: readonly Property[] = [
  property(
    'ಪೂರ್ಣ ವರ್ಗ ಸಂಖ್ಯೆಗಳು',
    'పరిపూర్ణ వర్గ సంఖ్యలు',
    'perfect squares',
    (n) => Number.isInteger(Math.sqrt(n)),
    30,
    420,
  ),
  property(
    'ಪೂರ್ಣ ಘನ ಸಂಖ್ಯೆಗಳು',
    'పరిపూర్ణ ఘన సంఖ్యలు',
    'perfect cubes',
    (n) => Math.round(Math.cbrt(n)) ** 3 === n,
    20,
    1400,
  ),
  property('ಅವಿಭಾಜ್ಯ ಸಂಖ್ಯೆಗಳು', 'ప్రధాన సంఖ్యలు', 'prime numbers', isPrime, 31, 140),
  multiple(7, 40, 170),
  multiple(11, 120, 260),
  multiple(13, 50, 220),
  multiple(17, 50, 260),
  multiple(19, 50, 290),
]

/** Properties that a reader may see, each of which must not single out another number. */
const visible: readonly ((number: number) => boolean)[] = [
  ...properties.map(({ of }) => of),
  (number) => number % 2 === 0,
  (number) => number % 3 === 0,
  ...[4, 5, 6, 8, 9, 10].map((of) => (number: number) => number % of === 0),
  (number) => number < 100,
  (number) => number < 1000,
  (number) => digitsOf(number)[0] === digitsOf(number).at(-1),
  (number) => digitSum(number) % 2 === 0,
]

/** How many properties leave exactly this number alone. */
const singledOut = (numbers: readonly number[], place: number) =>
  visible.filter(
    (of) => numbers.filter((number) => of(number) === of(numbers[place]!)).length === 1,
  ).length

const inEnglish = (three: readonly (number | string)[]) =>
  `${three.slice(0, -1).join(', ')} and ${three.at(-1)!}`

const oddNumber: QuestionTemplate = (random) => {
  const { name, of } = random.pick(properties)
  const { three, odd } = random.drawUntil(
    () => {
      const members = properties.find((one) => one.of === of)!.members
      const three = random.shuffled(members).slice(0, 3)
      return { three, odd: random.pick(three) + random.integer(-9, 9) }
    },
    ({ three, odd }) => {
      const all = [odd, ...three]
      return !of(odd) && odd > 20 && [1, 2, 3].every((place) => singledOut(all, place) === 0)
    },
  )
  const list = three.join(', ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: 'ಗುಂಪಿಗೆ ಸೇರದ ಸಂಖ್ಯೆ ಯಾವುದು?',
      te: 'కింది సంఖ్యల్లో మిగతా మూడింటికి భిన్నమైనది ఏది?',
      en: 'Which number does not belong with the others?',
    },
    right: `${odd}`,
    wrong: three.map(String),
    why: {
      kn: `${list} ಇವು ${name.kn}; ${odd} ಹಾಗಲ್ಲ. ಇಂಥ ಪ್ರಶ್ನೆಗಳಲ್ಲಿ ವರ್ಗ, ಘನ, ಅವಿಭಾಜ್ಯ, ಅಪವರ್ತ್ಯ ಎಂಬ ಕ್ರಮದಲ್ಲಿ ಪರೀಕ್ಷಿಸಿ.`,
      te: `${list} అనేవి ${name.te}; ${odd} మాత్రం కాదు. ఇలాంటి ప్రశ్నల్లో వర్గం, ఘనం, ప్రధాన సంఖ్య, గుణిజం అనే క్రమంలో పరీక్షించండి.`,
      en: `${inEnglish(three)} are ${name.en}; ${odd} is not. In such questions test for squares, cubes, primes and multiples in turn.`,
    },
  })
}

const letterAt = (number: number) => String.fromCharCode(((((number - 1) % 26) + 26) % 26) + 65)

const hasVowel = (group: string) => /[AEIOU]/.test(group)

/** Whether having a vowel, or having none, leaves one of the three alone. */
const vowelMisleads = (odd: string, three: readonly string[]) =>
  three.some(
    (group) => [odd, ...three].filter((other) => hasVowel(other) === hasVowel(group)).length === 1,
  )

const oddGroup: QuestionTemplate = (random) => {
  const group = (start: number, [one = 0, two = 0]: readonly number[]) =>
    [start, start + one, start + one + two].map(letterAt).join('')
  const { steps, changed, three, odd } = random.drawUntil(
    () => {
      const steps = [random.integer(1, 4), random.integer(1, 5)] as const
      const at = random.pick([0, 1])
      const changed = steps.map((step, place) => step + (place === at ? random.pick([-1, 1]) : 0))
      const starts = distinct(random, 4)
      const three = starts.slice(1).map((start) => group(start, steps))
      return { steps, changed, three, odd: group(starts[0]!, changed) }
    },
    ({ changed, three, odd }) => changed.every((step) => step > 0) && !vowelMisleads(odd, three),
  )
  const shown = three.join(', ')
  return makeQuestion(random, {
    topics: ['reasoning'],
    stem: {
      kn: 'ಈ ನಾಲ್ಕು ಅಕ್ಷರಗುಚ್ಛಗಳ ಪೈಕಿ ಮೂರು ಒಂದೇ ನಿಯಮವನ್ನು ಅನುಸರಿಸುತ್ತವೆ. ಗುಂಪಿಗೆ ಸೇರದ ಗುಚ್ಛ ಯಾವುದು?',
      te: 'కింది నాలుగు అక్షర సమూహాల్లో మూడు ఒకే నియమాన్ని పాటిస్తాయి. ఆ నియమానికి లోబడనిది ఏది?',
      en: 'Three of these groups of letters follow one rule. Which group does not belong with them?',
    },
    right: odd,
    wrong: three,
    why: {
      kn: `${shown} ಗುಚ್ಛಗಳಲ್ಲಿ ಅಕ್ಷರಗಳ ಸ್ಥಾನಗಳ ವ್ಯತ್ಯಾಸ +${steps[0]}, +${steps[1]}; ${odd} ಗುಚ್ಛದಲ್ಲಿ +${changed[0]!}, +${changed[1]!}. ಅಕ್ಷರಗಳ ಸ್ಥಾನಗಳನ್ನು ಬರೆದುಕೊಂಡು ವ್ಯತ್ಯಾಸಗಳನ್ನು ಹೋಲಿಸಿ.`,
      te: `${shown} లలో అక్షరాల స్థానాల తేడాలు +${steps[0]}, +${steps[1]}; ${odd} లో +${changed[0]!}, +${changed[1]!}. అక్షరాల స్థానాలు రాసుకుని తేడాలను పోల్చండి.`,
      en: `In ${inEnglish(three)} the gaps between the places of the letters are +${steps[0]} and +${steps[1]}; in ${odd} they are +${changed[0]!} and +${changed[1]!}. Write down the places of the letters and compare the gaps.`,
    },
  })
}

/** Different starting places, all low enough that no group passes Z. */
const distinct = (random: SeededRandom, count: number) =>
  random.shuffled([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).slice(0, count)

const oddPair: QuestionTemplate = (random) => {
  const rule = random.pick([
    {
      kn: 'ಮೊದಲ ಸಂಖ್ಯೆಯ ವರ್ಗಕ್ಕಿಂತ 1 ಹೆಚ್ಚು',
      te: 'మొదటి సంఖ్య వర్గం కంటే 1 ఎక్కువ',
      en: '1 more than the square of the first',
      of: (n: number) => n * n + 1,
    },
    {
      kn: 'ಮೊದಲ ಸಂಖ್ಯೆಯ ವರ್ಗಕ್ಕಿಂತ 1 ಕಡಿಮೆ',
      te: 'మొదటి సంఖ్య వర్గం కంటే 1 తక్కువ',
      en: '1 less than the square of the first',
      of: (n: number) => n * n - 1,
    },
    {
      kn: 'ಮೊದಲ ಸಂಖ್ಯೆಯ ವರ್ಗದ ಎರಡು ಪಟ್ಟು',
      te: 'మొదటి సంఖ్య వర్గానికి రెండు రెట్లు',
      en: 'twice the square of the first',
      of: (n: number) => 2 * n * n,
    },
    {
      kn: 'ಮೊದಲ ಸಂಖ್ಯೆಯ ಘನ',
      te: 'మొదటి సంఖ్య ఘనం',
      en: 'the cube of the first',
      of: (n: number) => n * n * n,
    },
    {
      kn: 'ಮೊದಲ ಸಂಖ್ಯೆಯ 4 ಪಟ್ಟಿಗಿಂತ 3 ಹೆಚ್ಚು',
      te: 'మొదటి సంఖ్యకు 4 రెట్ల కంటే 3 ఎక్కువ',
      en: '3 more than 4 times the first',
      of: (n: number) => 4 * n + 3,
    },
  ])
  const [odd, ...three] = random.shuffled([4, 5, 6, 7, 8, 9, 11, 12]).slice(0, 4) as [
    number,
    ...number[],
  ]
  const off = random.pick([-2, -1, 1, 2])
  const wrongValue = rule.of(odd) + off
  const pair = (one: number, two: number) => `${one} : ${two}`
  return makeQuestion(random, {
    topics,
    stem: {
      kn: 'ಈ ನಾಲ್ಕು ಜೋಡಿಗಳ ಪೈಕಿ ಮೂರರಲ್ಲಿ ಸಂಖ್ಯೆಗಳ ನಡುವಿನ ಸಂಬಂಧ ಒಂದೇ ಆಗಿದೆ. ಬೇರೆಯಾಗಿರುವ ಜೋಡಿ ಯಾವುದು?',
      te: 'కింది నాలుగు జతల్లో మూడింటిలో సంఖ్యల మధ్య సంబంధం ఒకేలా ఉంది. భిన్నంగా ఉన్న జత ఏది?',
      en: 'In three of these pairs the two numbers are related in the same way. Which pair is different?',
    },
    right: pair(odd, wrongValue),
    wrong: three.map((number) => pair(number, rule.of(number))),
    why: {
      kn: `ಉಳಿದ ಜೋಡಿಗಳಲ್ಲಿ ಎರಡನೆಯ ಸಂಖ್ಯೆ ${rule.kn}. ಈ ನಿಯಮದಂತೆ ${odd}ರ ಜೊತೆ ${rule.of(odd)} ಇರಬೇಕಿತ್ತು, ${wrongValue} ಅಲ್ಲ.`,
      te: `మిగతా జతల్లో రెండో సంఖ్య ${rule.te}. ఈ నియమం ప్రకారం ${odd}కు జతగా ${rule.of(odd)} ఉండాలి, ${wrongValue} కాదు.`,
      en: `In the other pairs the second number is ${rule.en}. By this rule ${odd} would go with ${rule.of(odd)}, not ${wrongValue}.`,
    },
  })
}

export const oddOneOut: readonly QuestionTemplate[] = [oddNumber, oddGroup, oddPair]
