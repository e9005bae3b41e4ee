import { writeFigure, type DieView, type FoldStep } from '../figures/figure.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'

const topics = ['reasoning']

const text = (kn: string, te: string, en: string): Translations => ({ kn, te, en })

/** The numbers of a die: top, front, right, bottom, back, left. */
type Die = readonly number[]
const rolled = ([t = 0, f = 0, r = 0, b = 0, k = 0, l = 0]: Die): Die => [f, b, r, k, t, l]
const spun = ([t = 0, f = 0, r = 0, b = 0, k = 0, l = 0]: Die): Die => [t, r, k, b, l, f]

const viewOf = ([top = 0, front = 0, right = 0]: Die): DieView => ({ top, front, right })
const numbersOf = ({ top, front, right }: DieView) => [top, front, right]

const oppositeFace: QuestionTemplate = (random) => {
  const { first, second } = random.drawUntil(
    () => {
      let die: Die = random.shuffled([1, 2, 3, 4, 5, 6])
      const first = viewOf(die)
      for (let turns = random.integer(2, 9); turns > 0; turns--)
        die = random.pick([rolled, spun])(die)
      return { first, second: viewOf(die) }
    },
    ({ first, second }) =>
      numbersOf(first).filter((number) => numbersOf(second).includes(number)).length === 2,
  )
  const shared = numbersOf(first).filter((number) => numbersOf(second).includes(number))
  const asked = numbersOf(first).find((number) => !shared.includes(number))!
  const answer = numbersOf(second).find((number) => !shared.includes(number))!
  const hidden = [1, 2, 3, 4, 5, 6].filter((number) => ![...shared, asked, answer].includes(number))
  const figure = writeFigure({ is: 'die', views: [first, second] })
  const [x = 0, y = 0] = shared
  return makeQuestion(random, {
    topics,
    stem: text(
      `ಒಂದೇ ದಾಳದ ಎರಡು ನೋಟಗಳು ಇಲ್ಲಿವೆ. ${asked} ಇರುವ ಮುಖದ ಎದುರು ಮುಖದಲ್ಲಿ ಯಾವ ಸಂಖ್ಯೆ ಇದೆ?\n${figure}`,
      `ఒకే పాచికను రెండు స్థితుల్లో చూపారు. ${asked} ఉన్న ముఖానికి ఎదురుగా ఉన్న ముఖంపై ఏ సంఖ్య ఉంటుంది?\n${figure}`,
      `Two views of the same die are shown. Which number is on the face opposite ${asked}?\n${figure}`,
    ),
    right: String(answer),
    wrong: [...shared, random.pick(hidden)].map(String),
    why: text(
      `ಎರಡೂ ನೋಟಗಳಲ್ಲಿ ${x} ಮತ್ತು ${y} ಇವೆ. ಈ ಎರಡಕ್ಕೂ ಪಕ್ಕದಲ್ಲಿರುವ ಮುಖಗಳು ಎರಡೇ, ಅವು ಎದುರುಬದುರಾಗಿವೆ: ${asked} ಮತ್ತು ${answer}.`,
      `రెండు స్థితుల్లోనూ ${x}, ${y} ఉన్నాయి. ఈ రెండు ముఖాలకూ పక్కన ఉండే ముఖాలు ${asked}, ${answer} ఉన్నవి మాత్రమే; అవి ఎదురెదురుగా ఉంటాయి.`,
      `Both views show ${x} and ${y}. Only two faces adjoin both of these, and they are opposite each other: ${asked} and ${answer}.`,
    ),
  })
}

const foldWords: Record<FoldStep, Translations> = {
  right: text('ಎಡದಿಂದ ಬಲಕ್ಕೆ', 'ఎడమ నుంచి కుడికి', 'left to right'),
  left: text('ಬಲದಿಂದ ಎಡಕ್ಕೆ', 'కుడి నుంచి ఎడమకు', 'right to left'),
  down: text('ಮೇಲಿನಿಂದ ಕೆಳಕ್ಕೆ', 'పై నుంచి కిందికి', 'top to bottom'),
  up: text('ಕೆಳಗಿನಿಂದ ಮೇಲಕ್ಕೆ', 'కింది నుంచి పైకి', 'bottom to top'),
}

const across = (hole: string) => `${hole[0]}${5 - Number(hole[1])}`
const below = (hole: string) => `${5 - Number(hole[0])}${hole[1]}`
const sheet = (holes: readonly string[]) =>
  writeFigure({ is: 'sheet', holes: [...new Set(holes)].sort() })

const punchedSheet: QuestionTemplate = (random) => {
  const sideways = random.pick(['right', 'left'] as const)
  const upright = random.pick(['down', 'up'] as const)
  const row = upright === 'down' ? random.integer(3, 4) : random.integer(1, 2)
  const column = sideways === 'right' ? random.integer(3, 4) : random.integer(1, 2)
  const hole = `${row}${column}`
  const steps = random.shuffled<FoldStep>([sideways, upright])
  const [one, other] = [foldWords[steps[0]!], foldWords[steps[1]!]]
  const shifted = `${row}${column > 2 ? column - 2 : column + 2}`
  const figure = writeFigure({ is: 'fold', steps, hole })
  return makeQuestion(random, {
    topics,
    stem: text(
      `ಕಾಗದವನ್ನು ${one.kn}, ನಂತರ ${other.kn} ಮಡಿಸಿ ತೂತು ಮಾಡಲಾಗಿದೆ. ಬಿಡಿಸಿದಾಗ ಹೇಗೆ ಕಾಣುತ್ತದೆ?\n${figure}`,
      `కాగితాన్ని ${one.te}, తర్వాత ${other.te} మడిచి రంధ్రం చేశారు. విప్పితే ఎలా కనిపిస్తుంది?\n${figure}`,
      `A sheet is folded from ${one.en}, then from ${other.en}, and punched. How does it look when it is unfolded?\n${figure}`,
    ),
    right: sheet([hole, across(hole), below(hole), across(below(hole))]),
    wrong: [
      sheet([hole, across(hole)]),
      sheet([hole, shifted, below(hole), below(shifted)]),
      sheet([hole, below(hole)]),
      sheet([hole, across(below(hole))]),
    ],
    why: text(
      'ಬಿಡಿಸುವಾಗ ಪ್ರತಿ ಮಡಿಕೆಯ ಗೆರೆಯ ಆಚೆ ಅಷ್ಟೇ ದೂರದಲ್ಲಿ ಇನ್ನೊಂದು ತೂತು ಬರುತ್ತದೆ: ಎರಡು ಮಡಿಕೆಗಳಿಂದ 4 ತೂತುಗಳು.',
      'విప్పేటప్పుడు ప్రతి మడత గీతకు అవతల అంతే దూరంలో మరో రంధ్రం వస్తుంది; కాబట్టి రెండు మడతల వల్ల మొత్తం 4 రంధ్రాలు ఏర్పడతాయి.',
      'At each unfolding every hole appears again at the same distance beyond the fold: two folds make 4 holes.',
    ),
  })
}

const points = 'abcdefghi'
const place = (letter: string): [number, number] => [
  points.indexOf(letter) % 3,
  Math.floor(points.indexOf(letter) / 3),
]

/** The 20 lines between neighbouring points of the grid. */
const allSegments = Array.from(points).flatMap((from) =>
  Array.from(points).flatMap((to) => {
    const [[x, y], [u, w]] = [place(from), place(to)]
    return from < to && Math.abs(x - u) <= 1 && Math.abs(y - w) <= 1 ? [from + to] : []
  }),
)

/** A figure moved on the grid, or null where it leaves it. */
function moved(segments: readonly string[], dx: number, dy: number): string[] | null {
  const letters = (letter: string) => {
    const [x, y] = place(letter)
    const [u, w] = [x + dx, y + dy]
    return u < 0 || u > 2 || w < 0 || w > 2 ? '' : points[u + 3 * w]!
  }
  const all = segments.map((segment) => Array.from(segment, letters).sort().join(''))
  return all.every((segment) => segment.length === 2) ? all : null
}

/** A hidden figure fits on the grid in one place only: then each wrong figure lacks a line. */
const shifts = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => [dx, dy] as const))
const contains = (whole: readonly string[], part: readonly string[]) =>
  shifts.some(([dx, dy]) => moved(part, dx, dy)?.every((segment) => whole.includes(segment)))

const isConnected = ([first = '', ...others]: readonly string[]) => {
  const reached = new Set(first)
  for (const _ of others)
    for (const segment of others)
      if (Array.from(segment).some((letter) => reached.has(letter)))
        for (const letter of segment) reached.add(letter)
  return others.every((segment) => Array.from(segment).every((letter) => reached.has(letter)))
}

const embeddedFigure: QuestionTemplate = (random) => {
  const some = (count: number) => random.shuffled(allSegments).slice(0, count).sort()
  const hidden = random.drawUntil(
    () => some(5),
    (drawn) => isConnected(drawn) && shifts.filter(([dx, dy]) => moved(drawn, dx, dy)).length === 1,
  )
  const right = random.drawUntil(
    () => some(12),
    (drawn) => hidden.every((segment) => drawn.includes(segment)),
  )
  const wrong = [0, 1, 2].map((index) =>
    random.drawUntil(
      () => [...right.filter((segment) => segment !== hidden[index]), random.pick(allSegments)],
      (drawn) => new Set(drawn).size === 12 && !contains(drawn, hidden),
    ),
  )
  const grid = (segments: readonly string[]) =>
    writeFigure({ is: 'grid', segments: segments.toSorted() })
  return makeQuestion(random, {
    topics,
    stem: text(
      `ಈ ಆಕೃತಿಯು ತಿರುಗದೆ ಹೀಗೆಯೇ ಯಾವ ಚಿತ್ರದಲ್ಲಿ ಅಡಗಿದೆ?\n${grid(hidden)}`,
      `తిప్పకుండా చూస్తే, ఈ ఆకారం ఏ చిత్రంలో దాగి ఉంది?\n${grid(hidden)}`,
      `In which figure is this one embedded, without being turned?\n${grid(hidden)}`,
    ),
    right: grid(right),
    wrong: wrong.map(grid),
    why: text(
      'ಸರಿಯಾದ ಚಿತ್ರದಲ್ಲಿ ಆಕೃತಿಯ ಎಲ್ಲ ಗೆರೆಗಳೂ ಇವೆ; ಉಳಿದವುಗಳಲ್ಲಿ ಒಂದೊಂದು ಗೆರೆ ಇಲ್ಲ. ಗೆರೆಗಳನ್ನು ಒಂದೊಂದಾಗಿ ಹುಡುಕಿ.',
      'సరైన చిత్రంలో ఆకారపు గీతలన్నీ ఉన్నాయి; మిగిలినవాటిలో ఒక్కో గీత లోపించింది. గీతలను ఒక్కొక్కటిగా వెతకాలి.',
      'The correct figure has all the lines of the given one; each of the others lacks one of them. Look for the lines one by one.',
    ),
  })
}

export const dieAndPaper: readonly QuestionTemplate[] = [oppositeFace, punchedSheet, embeddedFigure]
