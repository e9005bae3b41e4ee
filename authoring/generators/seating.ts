import type { SeededRandom } from './seeded-random.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['reasoning']

/** A clue about where people sit, with its test on an order from left to right or clockwise. */
type Clue = { text: Translations; isTrue: (order: readonly string[]) => boolean }

const permutations = (items: readonly string[]): string[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) =>
        permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
      )

/** Clues, drawn from the true ones, that leave one order only; none of them can be left out. */
function cluesFor(
  random: SeededRandom,
  truths: readonly Clue[],
  orders: readonly string[][],
  maxClues: number,
): Clue[] {
  const fits = (clues: readonly Clue[]) =>
    orders.filter((order) => clues.every((clue) => clue.isTrue(order))).length
  return random.drawUntil(
    () => {
      const chosen: Clue[] = []
      for (const clue of random.shuffled(truths)) {
        if (fits(chosen) === 1) break
        if (fits([...chosen, clue]) < fits(chosen)) chosen.push(clue)
      }
      return chosen.filter((clue) => fits(chosen.filter((other) => other !== clue)) > 1)
    },
    (clues) => fits(clues) === 1 && clues.length <= maxClues && clues.length >= 3,
  )
}

const joined = (clues: readonly Clue[], locale: keyof Translations) =>
  clues.map(({ text }) => text[locale]).join(' ')

const rowClues = (order: readonly string[]): Clue[] => {
  const at = (name: string) => (seats: readonly string[]) => seats.indexOf(name)
  const all: Clue[] = []
  for (const one of order)
    for (const other of order) {
      const [first, second] = [at(one), at(other)]
      if (one === other) continue
      all.push(
        {
          text: {
            kn: `${one} ಅವರು ${other} ಅವರ ಬಲಕ್ಕೆ ಪಕ್ಕದಲ್ಲೇ ಇದ್ದಾರೆ.`,
            te: `${one}, ${other} కి కుడి పక్కనే ఉన్నారు.`,
            en: `${one} is immediately to the right of ${other}.`,
          },
          isTrue: (seats) => first(seats) === second(seats) + 1,
        },
        {
          text: {
            kn: `${one} ಮತ್ತು ${other} ಅವರ ನಡುವೆ ಒಬ್ಬರು ಮಾತ್ರ ಇದ್ದಾರೆ.`,
            te: `${one}, ${other} మధ్య ఒక్కరే ఉన్నారు.`,
            en: `Exactly one person sits between ${one} and ${other}.`,
          },
          isTrue: (seats) => Math.abs(first(seats) - second(seats)) === 2 && one < other,
        },
        {
          text: {
            kn: `${one} ಮತ್ತು ${other} ಅಕ್ಕಪಕ್ಕದಲ್ಲಿಲ್ಲ.`,
            te: `${one}, ${other} పక్కపక్కన లేరు.`,
            en: `${one} and ${other} are not next to each other.`,
          },
          isTrue: (seats) => Math.abs(first(seats) - second(seats)) !== 1 && one < other,
        },
      )
    }
  for (const one of order)
    all.push({
      text: {
        kn: `${one} ಒಂದು ತುದಿಯಲ್ಲಿದ್ದಾರೆ.`,
        te: `${one} ఒక చివర ఉన్నారు.`,
        en: `${one} is at one end.`,
      },
      isTrue: (seats) => [0, seats.length - 1].includes(at(one)(seats)),
    })
  return all.filter((clue) => clue.isTrue(order))
}

const inARow: QuestionTemplate = (random) => {
  const letters = random.shuffled(Array.from('PQRST'))
  const clues = cluesFor(random, rowClues(letters), permutations(letters), 5)
  const asked = random.pick([
    { kn: 'ಎಡ ತುದಿಯಲ್ಲಿ', te: 'ఎడమ చివర', en: 'at the left end', place: 0 },
    { kn: 'ಎಡದಿಂದ ಎರಡನೆಯ ಸ್ಥಾನದಲ್ಲಿ', te: 'ఎడమ నుంచి రెండో స్థానంలో', en: 'second from the left', place: 1 },
    { kn: 'ಸರಿಯಾಗಿ ನಡುವೆ', te: 'సరిగ్గా మధ్యలో', en: 'exactly in the middle', place: 2 },
    { kn: 'ಬಲದಿಂದ ಎರಡನೆಯ ಸ್ಥಾನದಲ್ಲಿ', te: 'కుడి నుంచి రెండో స్థానంలో', en: 'second from the right', place: 3 },
    { kn: 'ಬಲ ತುದಿಯಲ್ಲಿ', te: 'కుడి చివర', en: 'at the right end', place: 4 },
  ])
  const key = letters[asked.place]!
  const others = random.shuffled(letters.filter((letter) => letter !== key))
  const order = letters.join(', ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `P, Q, R, S, T ಎಂಬ ಐದು ಜನ ಉತ್ತರಕ್ಕೆ ಮುಖ ಮಾಡಿ ಒಂದು ಸಾಲಿನಲ್ಲಿ ಕುಳಿತಿದ್ದಾರೆ. ${joined(clues, 'kn')} ${asked.kn} ಯಾರು ಕುಳಿತಿದ್ದಾರೆ?`,
      te: `P, Q, R, S, T ఐదుగురు ఉత్తరం వైపు చూస్తూ ఒక వరుసలో కూర్చున్నారు. ${joined(clues, 'te')} ${asked.te} ఎవరు కూర్చున్నారు?`,
      en: `Five people P, Q, R, S and T sit in a row facing north. ${joined(clues, 'en')} Who sits ${asked.en}?`,
    },
    right: key,
    wrong: others,
    why: {
      kn: `ಎಲ್ಲ ಸುಳಿವುಗಳಿಗೂ ಹೊಂದುವ ಒಂದೇ ಕ್ರಮ (ಎಡದಿಂದ ಬಲಕ್ಕೆ): ${order}. ಉತ್ತರಕ್ಕೆ ಮುಖ ಮಾಡಿದವರ ಬಲಗೈ ಪೂರ್ವಕ್ಕೆ, ಅಂದರೆ ನಮ್ಮ ಬಲಕ್ಕೇ ಇರುತ್ತದೆ. ಜಾಗವನ್ನು ಖಚಿತಪಡಿಸುವ ಸುಳಿವನ್ನು ಮೊದಲು ಬಳಸಿ.`,
      te: `అన్ని సూచనలకూ సరిపోయే ఒకే ఒక క్రమం (ఎడమ నుంచి కుడికి): ${order}. ఉత్తరం వైపు చూసేవారి కుడి చేయి తూర్పున, అంటే మన కుడి వైపే ఉంటుంది. స్థానాన్ని నిర్ణయించే సూచనను ముందుగా వాడండి.`,
      en: `Only one order fits all the clues, from left to right: ${order}. Those who face north have their right hand to the east, which is also our right. Begin with the clues that fix a place.`,
    },
  })
}

const tableClues = (order: readonly string[]): Clue[] => {
  const all: Clue[] = []
  const steps = (seats: readonly string[], one: string, other: string) =>
    (seats.indexOf(one) - seats.indexOf(other) + seats.length) % seats.length
  for (const one of order)
    for (const other of order) {
      if (one === other) continue
      all.push(
        {
          text: {
            kn: `${one} ಅವರು ${other} ಅವರ ಎಡಕ್ಕೆ ಪಕ್ಕದಲ್ಲೇ ಇದ್ದಾರೆ.`,
            te: `${one}, ${other} కి ఎడమ పక్కనే ఉన్నారు.`,
            en: `${one} is immediately to the left of ${other}.`,
          },
          isTrue: (seats) => steps(seats, one, other) === 1,
        },
        {
          text: {
            kn: `${one} ಅವರು ${other} ಅವರ ಬಲಕ್ಕೆ ಎರಡನೆಯವರು.`,
            te: `${one}, ${other} కి కుడి వైపున రెండో స్థానంలో ఉన్నారు.`,
            en: `${one} is second to the right of ${other}.`,
          },
          isTrue: (seats) => steps(seats, one, other) === seats.length - 2,
        },
        {
          text: {
            kn: `${one} ಮತ್ತು ${other} ಎದುರುಬದುರಾಗಿದ್ದಾರೆ.`,
            te: `${one}, ${other} ఎదురెదురుగా ఉన్నారు.`,
            en: `${one} and ${other} sit opposite each other.`,
          },
          isTrue: (seats) => steps(seats, one, other) === 3 && one < other,
        },
        {
          text: {
            kn: `${one} ಮತ್ತು ${other} ಅಕ್ಕಪಕ್ಕದಲ್ಲಿಲ್ಲ.`,
            te: `${one}, ${other} పక్కపక్కన లేరు.`,
            en: `${one} and ${other} are not next to each other.`,
          },
          isTrue: (seats) => ![1, 5].includes(steps(seats, one, other)) && one < other,
        },
      )
    }
  return all.filter((clue) => clue.isTrue(order))
}

/** Facing the centre, the next one clockwise sits to the left. */
const roundTable: QuestionTemplate = (random) => {
  const [first, ...others] = Array.from('ABCDEF') as [string, ...string[]]
  const order = [first, ...random.shuffled(others)]
  const orders = permutations(others).map((rest) => [first, ...rest])
  const clues = cluesFor(random, tableClues(order), orders, 5)
  const asked = random.pick([
    { kn: 'ಎದುರು', te: 'ఎదురుగా', en: 'opposite', step: 3 },
    { kn: 'ಎಡಕ್ಕೆ ಪಕ್ಕದಲ್ಲೇ', te: 'ఎడమ పక్కనే', en: 'immediately to the left of', step: 1 },
    { kn: 'ಬಲಕ್ಕೆ ಪಕ್ಕದಲ್ಲೇ', te: 'కుడి పక్కనే', en: 'immediately to the right of', step: 5 },
  ])
  const { of, key } = random.drawUntil(
    () => {
      const of = random.pick(order)
      return { of, key: order[(order.indexOf(of) + asked.step) % 6]! }
    },
    ({ of, key }) =>
      !clues.some(({ text }) => [of, key].every((letter) => text.en.includes(letter))),
  )
  const wrong = random.shuffled(order.filter((letter) => letter !== key && letter !== of))
  const around = order.join(', ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `A, B, C, D, E, F ಎಂಬ ಆರು ಜನ ದುಂಡು ಮೇಜಿನ ಸುತ್ತ ಸಮಾನ ಅಂತರದಲ್ಲಿ ಕೇಂದ್ರಕ್ಕೆ ಮುಖ ಮಾಡಿ ಕುಳಿತಿದ್ದಾರೆ. ${joined(clues, 'kn')} ${of} ಅವರ ${asked.kn} ಯಾರಿದ್ದಾರೆ?`,
      te: `A, B, C, D, E, F ఆరుగురు గుండ్రటి బల్ల చుట్టూ సమాన దూరంలో మధ్యకు చూస్తూ కూర్చున్నారు. ${joined(clues, 'te')} ${of} కి ${asked.te} ఎవరున్నారు?`,
      en: `Six people A, B, C, D, E and F sit at equal distances round a table, facing the centre. ${joined(clues, 'en')} Who sits ${asked.en} ${of}?`,
    },
    right: key,
    wrong,
    why: {
      kn: `ಸುಳಿವುಗಳಿಗೆ ಹೊಂದುವ ಒಂದೇ ಕ್ರಮ (ಗಡಿಯಾರದ ಮುಳ್ಳು ತಿರುಗುವ ದಿಕ್ಕಿನಲ್ಲಿ): ${around}. ಕೇಂದ್ರಕ್ಕೆ ಮುಖ ಮಾಡಿದವರಿಗೆ ಈ ದಿಕ್ಕಿನಲ್ಲಿ ಮುಂದಿನವರು ಎಡಕ್ಕಿರುತ್ತಾರೆ. ${of} ಅವರ ${asked.kn} ಇರುವವರು ${key}.`,
      te: `సూచనలకు సరిపోయే ఒకే ఒక క్రమం (గడియారపు ముళ్లు తిరిగే దిశలో): ${around}. మధ్యకు చూసేవారికి ఈ దిశలో తర్వాతివారు ఎడమ వైపున ఉంటారు. ${of} కి ${asked.te} ఉన్నవారు ${key}.`,
      en: `Only one order fits the clues, clockwise: ${around}. For those who face the centre the next one clockwise is on the left. ${asked.en.charAt(0).toUpperCase() + asked.en.slice(1)} ${of} sits ${key}.`,
    },
  })
}

const tallerClues = (order: readonly string[]): Clue[] => {
  const all: Clue[] = []
  for (const one of order)
    for (const other of order) {
      if (one === other) continue
      all.push(
        {
          text: {
            kn: `${one} ಅವರು ${other} ಅವರಿಗಿಂತ ಎತ್ತರ.`,
            te: `${one}, ${other} కంటే పొడవు.`,
            en: `${one} is taller than ${other}.`,
          },
          isTrue: (people) => people.indexOf(one) < people.indexOf(other),
        },
        {
          text: {
            kn: `${one} ಅವರು ${other} ಅವರಿಗಿಂತ ಗಿಡ್ಡ.`,
            te: `${one}, ${other} కంటే పొట్టి.`,
            en: `${one} is shorter than ${other}.`,
          },
          isTrue: (people) => people.indexOf(one) > people.indexOf(other),
        },
      )
    }
  return all.filter((clue) => clue.isTrue(order))
}

const byHeight: QuestionTemplate = (random) => {
  const letters = random.shuffled(Array.from('KLMNR'))
  const clues = cluesFor(random, tallerClues(letters), permutations(letters), 4)
  const asked = random.pick([
    { kn: 'ಎಲ್ಲರಿಗಿಂತ ಎತ್ತರದವರು', te: 'అందరికంటే పొడవైనవారు', en: 'the tallest', place: 0 },
    { kn: 'ಎತ್ತರದಲ್ಲಿ ಎರಡನೆಯವರು', te: 'ఎత్తులో రెండోవారు', en: 'the second tallest', place: 1 },
    {
      kn: 'ಎತ್ತರದಲ್ಲಿ ಸರಿಯಾಗಿ ನಡುವಿನವರು',
      te: 'ఎత్తులో సరిగ్గా మధ్యలో ఉన్నవారు',
      en: 'exactly in the middle by height',
      place: 2,
    },
    { kn: 'ಎಲ್ಲರಿಗಿಂತ ಗಿಡ್ಡ ಇರುವವರು', te: 'అందరికంటే పొట్టివారు', en: 'the shortest', place: 4 },
  ])
  const key = letters[asked.place]!
  const shown = letters.join(' > ')
  return makeQuestion(random, {
    topics,
    stem: {
      kn: `K, L, M, N, R ಎಂಬ ಐವರ ಎತ್ತರಗಳು ಬೇರೆ ಬೇರೆ. ${joined(clues, 'kn')} ಇವರಲ್ಲಿ ${asked.kn} ಯಾರು?`,
      te: `K, L, M, N, R ఐదుగురి ఎత్తులు వేర్వేరు. ${joined(clues, 'te')} వీరిలో ${asked.te} ఎవరు?`,
      en: `K, L, M, N and R are of different heights. ${joined(clues, 'en')} Who is ${asked.en}?`,
    },
    right: key,
    wrong: random.shuffled(letters.filter((letter) => letter !== key)),
    why: {
      kn: `ಎಲ್ಲ ಹೇಳಿಕೆಗಳನ್ನು ಸೇರಿಸಿದರೆ ಸಿಗುವ ಒಂದೇ ಕ್ರಮ: ${shown}. ಆದ್ದರಿಂದ ಉತ್ತರ ${key}.`,
      te: `అన్ని ప్రకటనలను కలిపితే వచ్చే ఒకే ఒక క్రమం: ${shown}. కాబట్టి జవాబు ${key}.`,
      en: `All the statements together give one order only: ${shown}. So the answer is ${key}.`,
    },
  })
}

export const seating: readonly QuestionTemplate[] = [inARow, byHeight, roundTable]
