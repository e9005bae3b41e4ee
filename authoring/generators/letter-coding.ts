import type { SeededRandom } from './seeded-random.ts'
import {
  makeQuestion,
  numericAnswers,
  type QuestionTemplate,
  type Translations,
} from './question.ts'

const topics = ['reasoning']

const words = [
  ...['TIGER', 'MANGO', 'RIVER', 'TRAIN', 'SUGAR', 'CLOUD', 'PAPER', 'LEMON', 'HORSE', 'PLANT'],
  ...['BREAD', 'STONE', 'WHEAT', 'CHALK', 'SPOON', 'EARTH', 'OCEAN', 'KNIFE', 'LIGHT', 'MOUSE'],
]

const lettersOf = (word: string) => Array.from(word)
const place = (letter: string) => letter.charCodeAt(0) - 64
const letterAt = (number: number) => String.fromCharCode(((((number - 1) % 26) + 26) % 26) + 65)
const spell = (word: string, code: (letter: string, index: number) => string) =>
  lettersOf(word).map(code).join('')
const moved = (word: string, steps: (index: number) => number) =>
  spell(word, (letter, index) => letterAt(place(letter) + steps(index)))
const reversed = (word: string) => lettersOf(word).reverse().join('')
const signed = (steps: number) => (steps > 0 ? `+${steps}` : `−${-steps}`)
/** 'TIGER', 'UJHFS' -> 'T→U, I→J, G→H, E→F, R→S'. */
const pairs = (word: string, code: string) =>
  lettersOf(word)
    .map((letter, index) => `${letter}→${code[index]!}`)
    .join(', ')

const twoWords = (random: SeededRandom) => random.shuffled(words) as [string, string]

const howWritten = (
  random: SeededRandom,
  known: string,
  code: string,
  wanted: string,
): Translations =>
  random.pick([
    {
      kn: `ಒಂದು ಸಂಕೇತ ಭಾಷೆಯಲ್ಲಿ ${known} ಅನ್ನು ${code} ಎಂದು ಬರೆದರೆ, ${wanted} ಅನ್ನು ಹೇಗೆ ಬರೆಯಲಾಗುತ್ತದೆ?`,
      te: `ఒక సంకేత భాషలో ${known} ను ${code} అని రాస్తే, ${wanted} ను ఎలా రాస్తారు?`,
      en: `In a certain code ${known} is written as ${code}. How is ${wanted} written in that code?`,
    },
    {
      kn: `${known} ಎಂಬುದರ ಸಂಕೇತ ${code} ಆಗಿದ್ದರೆ, ಅದೇ ನಿಯಮದಂತೆ ${wanted} ಎಂಬುದರ ಸಂಕೇತ ಯಾವುದು?`,
      te: `${known} కు సంకేతం ${code} అయితే, అదే నియమం ప్రకారం ${wanted} కు సంకేతం ఏది?`,
      en: `If ${code} is the code for ${known}, what is the code for ${wanted} by the same rule?`,
    },
  ])

/** The right code with one letter replaced by the next of the alphabet. */
const slipped = (code: string, at: number) =>
  spell(code, (letter, index) => (index === at ? letterAt(place(letter) + 1) : letter))

const evenShift: QuestionTemplate = (random) => {
  const [known, wanted] = twoWords(random)
  const steps = random.pick([-3, -2, -1, 1, 2, 3, 4])
  const [code, answer] = [known, wanted].map((word) => moved(word, () => steps)) as [string, string]
  const back = moved(wanted, () => -steps)
  const count = Math.abs(steps)
  return makeQuestion(random, {
    topics,
    stem: howWritten(random, known, code, wanted),
    right: answer,
    wrong: [
      back,
      slipped(answer, random.integer(1, 4)),
      moved(wanted, () => steps + Math.sign(steps)),
    ],
    why: {
      kn: `ಪ್ರತಿ ಅಕ್ಷರವೂ ವರ್ಣಮಾಲೆಯಲ್ಲಿ ${count} ಸ್ಥಾನ ${steps > 0 ? 'ಮುಂದಕ್ಕೆ' : 'ಹಿಂದಕ್ಕೆ'} ಸರಿದಿದೆ: ${pairs(known, code)}. ಹಾಗೆಯೇ ${pairs(wanted, answer)}. ವಿರುದ್ಧ ದಿಕ್ಕಿಗೆ ಸರಿಸಿದರೆ ${back} ಬರುತ್ತದೆ.`,
      te: `ప్రతి అక్షరమూ వర్ణమాలలో ${count} ${count === 1 ? 'స్థానం' : 'స్థానాలు'} ${steps > 0 ? 'ముందుకు' : 'వెనక్కు'} జరిగింది: ${pairs(known, code)}. అలాగే ${pairs(wanted, answer)}. వ్యతిరేక దిశలో జరిపితే ${back} వస్తుంది.`,
      en: `Every letter moves ${count} ${count === 1 ? 'place' : 'places'} ${steps > 0 ? 'forward' : 'back'} in the alphabet: ${pairs(known, code)}. Likewise ${pairs(wanted, answer)}. Moving the other way gives ${back}.`,
    },
  })
}

const alternating: QuestionTemplate = (random) => {
  const [known, wanted] = twoWords(random)
  const [first, second] = random.pick<readonly [number, number]>([
    [1, -1],
    [2, -1],
    [-1, 2],
    [-2, 1],
    [3, -2],
    [1, 3],
  ])
  const stepsAt = (index: number) => (index % 2 === 0 ? first : second)
  const [code, answer] = [known, wanted].map((word) => moved(word, stepsAt)) as [string, string]
  const swapped = moved(wanted, (index) => stepsAt(index + 1))
  return makeQuestion(random, {
    topics,
    stem: howWritten(random, known, code, wanted),
    right: answer,
    wrong: [swapped, slipped(answer, random.integer(0, 4)), moved(wanted, () => first)],
    why: {
      kn: `1, 3, 5ನೇ ಅಕ್ಷರಗಳು ${signed(first)} ಸ್ಥಾನವೂ 2, 4ನೇ ಅಕ್ಷರಗಳು ${signed(second)} ಸ್ಥಾನವೂ ಸರಿದಿವೆ: ${pairs(known, code)}. ಹಾಗೆಯೇ ${pairs(wanted, answer)}. ಎರಡೂ ಚಲನೆಗಳನ್ನು ಅದಲುಬದಲು ಮಾಡಿದರೆ ${swapped} ಬರುತ್ತದೆ.`,
      te: `1, 3, 5వ అక్షరాల కదలిక ${signed(first)}; 2, 4వ అక్షరాల కదలిక ${signed(second)}: ${pairs(known, code)}. అలాగే ${pairs(wanted, answer)}. రెండు కదలికలనూ తారుమారు చేస్తే ${swapped} వస్తుంది.`,
      en: `Letters 1, 3 and 5 move by ${signed(first)} and letters 2 and 4 by ${signed(second)}: ${pairs(known, code)}. Likewise ${pairs(wanted, answer)}. Interchanging the two moves gives ${swapped}.`,
    },
  })
}

const turnedRound: QuestionTemplate = (random) => {
  const [known, wanted] = twoWords(random)
  const steps = random.pick([-2, -1, 1, 2])
  const codeOf = (word: string) => moved(reversed(word), () => steps)
  const [code, answer, unturned] = [codeOf(known), codeOf(wanted), moved(wanted, () => steps)]
  const shift = signed(steps)
  return makeQuestion(random, {
    topics,
    stem: howWritten(random, known, code, wanted),
    right: answer,
    wrong: [unturned, moved(reversed(wanted), () => -steps), reversed(wanted)],
    why: {
      kn: `ಪದವನ್ನು ಹಿಂದುಮುಂದಾಗಿ ಬರೆದು ಪ್ರತಿ ಅಕ್ಷರವನ್ನು ${shift} ಸ್ಥಾನ ಸರಿಸಲಾಗಿದೆ: ${known} → ${reversed(known)} → ${code}. ಅದೇ ರೀತಿ ${wanted} → ${reversed(wanted)} → ${answer}. ${unturned} ಎಂಬ ಸಂಕೇತದಲ್ಲಿ ಪದವನ್ನು ತಿರುಗಿಸಿಲ್ಲ.`,
      te: `పదాన్ని వెనక నుంచి రాసి ప్రతి అక్షరాన్ని ${shift} ${Math.abs(steps) > 1 ? 'స్థానాలు' : 'స్థానం'} జరిపారు: ${known} → ${reversed(known)} → ${code}. అలాగే ${wanted} → ${reversed(wanted)} → ${answer}. ${unturned} లో పదాన్ని తిప్పలేదు.`,
      en: `The word is written backwards and each letter is moved by ${shift}: ${known} → ${reversed(known)} → ${code}. Likewise ${wanted} → ${reversed(wanted)} → ${answer}. In ${unturned} the word is not reversed.`,
    },
  })
}

const fromTheEnd: QuestionTemplate = (random) => {
  const [known, wanted] = twoWords(random)
  const codeOf = (word: string) => spell(word, (letter) => letterAt(27 - place(letter)))
  const [code, answer] = [codeOf(known), codeOf(wanted)]
  return makeQuestion(random, {
    topics,
    stem: howWritten(random, known, code, wanted),
    right: answer,
    wrong: [
      slipped(answer, random.integer(1, 3)),
      slipped(slipped(answer, 0), 4),
      reversed(answer),
      moved(wanted, () => 13),
    ],
    why: {
      kn: `ಪ್ರತಿ ಅಕ್ಷರದ ಬದಲು ವರ್ಣಮಾಲೆಯ ಕೊನೆಯಿಂದ ಅದೇ ಸ್ಥಾನದ ಅಕ್ಷರ ಬಂದಿದೆ (A↔Z, B↔Y): ${pairs(known, code)}. ಹಾಗೆಯೇ ${pairs(wanted, answer)}. ಇಂಥ ಜೋಡಿಗಳ ಸ್ಥಾನಗಳ ಮೊತ್ತ ಯಾವಾಗಲೂ 27.`,
      te: `ప్రతి అక్షరానికి బదులు వర్ణమాల చివరి నుంచి అదే స్థానంలోని అక్షరం వచ్చింది (A↔Z, B↔Y): ${pairs(known, code)}. అలాగే ${pairs(wanted, answer)}. ఇలాంటి ప్రతి జతలోని అక్షరాల స్థానాల మొత్తం ఎప్పుడూ 27.`,
      en: `Each letter is replaced by the one in the same place from the end of the alphabet (A↔Z, B↔Y): ${pairs(known, code)}. Likewise ${pairs(wanted, answer)}. The places of such a pair always add up to 27.`,
    },
  })
}

const worth: QuestionTemplate = (random) => {
  const [one, two, wanted] = random.drawUntil(
    () => random.shuffled(words) as [string, string, string],
    ([one, two, wanted]) => new Set([one, two, wanted].map(sumOf)).size === 3,
  )
  const extra = random.pick([0, 5, 10])
  const total = (word: string) => sumOf(word) + extra
  const values = (word: string) => lettersOf(word).map(place).join(' + ')
  const tail = extra > 0 ? ` + ${extra}` : ''
  const working = (word: string) => `${word} = ${values(word)}${tail} = ${total(word)}`
  const answer = total(wanted)
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಒಂದು ಸಂಕೇತ ಭಾಷೆಯಲ್ಲಿ ${one} = ${total(one)} ಮತ್ತು ${two} = ${total(two)} ಆದರೆ, ಅದೇ ಭಾಷೆಯಲ್ಲಿ ${wanted} ಎಷ್ಟಕ್ಕೆ ಸಮ?`,
      te: `ఒక సంకేత భాషలో ${one} = ${total(one)}, ${two} = ${total(two)} అయితే, అదే భాషలో ${wanted} దేనికి సమానం?`,
      en: `In a certain code ${one} = ${total(one)} and ${two} = ${total(two)}. What is ${wanted} equal to in that code?`,
    },
    ...numericAnswers(answer, [extra > 0 ? sumOf(wanted) : answer + 5, answer + 2, answer - 3], 4),
    why: {
      kn: `ಅಕ್ಷರಗಳ ಸ್ಥಾನಗಳನ್ನು (A = 1, B = 2, … Z = 26) ಕೂಡಿಸಲಾಗಿದೆ${extra > 0 ? `, ಜೊತೆಗೆ ${extra} ಸೇರಿಸಲಾಗಿದೆ` : ''}: ${working(one)}; ${working(two)}. ಹಾಗೆಯೇ ${working(wanted)}.`,
      te: `అక్షరాల స్థానాలను (A = 1, B = 2, … Z = 26) కూడారు${extra > 0 ? `, ఆ మొత్తానికి ${extra} కలిపారు` : ''}: ${working(one)}; ${working(two)}. అలాగే ${working(wanted)}.`,
      en: `The places of the letters (A = 1, B = 2, … Z = 26) are added${extra > 0 ? ` and ${extra} is added to the sum` : ''}: ${working(one)}; ${working(two)}. Likewise ${working(wanted)}.`,
    },
  })
}

const sumOf = (word: string) => lettersOf(word).reduce((sum, letter) => sum + place(letter), 0)

const letterGroups: QuestionTemplate = (random) => {
  const steps = [random.integer(1, 4), random.integer(1, 4), random.integer(1, 4)] as const
  const first = [random.integer(1, 8), random.integer(3, 10), random.integer(5, 10)] as const
  const groupAt = (count: number) =>
    steps.map((step, index) => letterAt(first[index]! + step * count)).join('')
  const shown = [0, 1, 2, 3].map(groupAt)
  const answer = groupAt(4)
  const moves = steps.map(
    (step, index) => `${shown.map((group) => group[index]!).join(', ')} (+${step})`,
  )
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `ಸರಣಿಯನ್ನು ಮುಂದುವರಿಸುವ ಅಕ್ಷರಗಳ ಗುಂಪು ಯಾವುದು?\n${shown.join(', ')}, ?`,
      te: `శ్రేణిని కొనసాగించే అక్షరాల గుంపు ఏది?\n${shown.join(', ')}, ?`,
      en: `Which group of letters continues the series?\n${shown.join(', ')}, ?`,
    },
    right: answer,
    wrong: [slipped(answer, 2), slipped(answer, 1), slipped(answer, 0)],
    why: {
      kn: `ಮೂರೂ ಸ್ಥಾನಗಳ ಅಕ್ಷರಗಳನ್ನು ಬೇರೆ ಬೇರೆಯಾಗಿ ನೋಡಿ: ${moves.join('; ')}. ಮುಂದಿನ ಗುಂಪು ${answer}. ಸ್ಥಾನಗಳನ್ನು ಒಂದೊಂದಾಗಿ ನೋಡಿದರೆ ತಪ್ಪು ಆಯ್ಕೆಗಳನ್ನು ಬೇಗ ಕೈಬಿಡಬಹುದು.`,
      te: `మూడు స్థానాల్లోని అక్షరాలను విడివిడిగా చూడండి: ${moves.join('; ')}. తర్వాతి గుంపు ${answer}. స్థానాలను ఒక్కొక్కటిగా చూస్తే తప్పు ఎంపికలు త్వరగా తొలగిపోతాయి.`,
      en: `Look at the three places separately: ${moves.join('; ')}. The next group is ${answer}. Taking one place at a time quickly eliminates the wrong options.`,
    },
  })
}

export const letterCoding: readonly QuestionTemplate[] = [
  evenShift,
  alternating,
  turnedRound,
  fromTheEnd,
  worth,
  letterGroups,
]
