import { turnedCell, type Cell, type CellElement } from '../figures/cell.ts'
import { compass, turned, type Direction } from '../figures/compass.ts'
import { writeFigure } from '../figures/figure.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'
import type { SeededRandom } from './seeded-random.ts'

const topics = ['reasoning']

const cellsOf = (cells: readonly Cell[]) => writeFigure({ is: 'cells', cells })
const option = (cell: NonNullable<Cell>) => writeFigure({ is: 'cell', cell })
const withFigure = (text: Translations, figure: string): Translations => ({
  kn: `${text.kn}\n${figure}`,
  te: `${text.te}\n${figure}`,
  en: `${text.en}\n${figure}`,
})

const nextCell: Translations = {
  kn: 'ಪ್ರಶ್ನಾರ್ಥಕ ಚಿಹ್ನೆಯ ಜಾಗದಲ್ಲಿ ಯಾವ ಚಿತ್ರ ಬರಬೇಕು?',
  te: 'ప్రశ్నార్థకం ఉన్న చోట ఏ చిత్రం రావాలి?',
  en: 'Which figure should replace the question mark?',
}

const turns = {
  kn: (eighths: number) => `${Math.abs(eighths) * 45}° ${eighths > 0 ? 'ಪ್ರದಕ್ಷಿಣವಾಗಿ' : 'ಅಪ್ರದಕ್ಷಿಣವಾಗಿ'}`,
  te: (eighths: number) => `${Math.abs(eighths) * 45}° ${eighths > 0 ? 'సవ్యదిశలో' : 'అపసవ్యదిశలో'}`,
  en: (eighths: number) =>
    `${Math.abs(eighths) * 45}° ${eighths > 0 ? 'clockwise' : 'anticlockwise'}`,
}

type Step = -3 | -2 | -1 | 1 | 2 | 3
const steps: readonly Step[] = [-3, -2, -1, 1, 2, 3]

/** An element that turns, and a dot that moves round it, each by the same step every time. The dot
 *  is never where the element points. */
function movingSeries(random: SeededRandom) {
  return random.drawUntil(
    () => ({
      from: random.pick(compass),
      dot: random.pick(compass),
      step: random.pick(steps),
      dotStep: random.pick(steps),
    }),
    ({ from, dot, step, dotStep }) =>
      step !== dotStep &&
      [0, 1, 2, 3, 4].every((time) => turned(from, time * step) !== turned(dot, time * dotStep)),
  )
}

const turningArrow: QuestionTemplate = (random) => {
  const { from, dot, step, dotStep } = movingSeries(random)
  const cell = (to: Direction, at: Direction): CellElement[] => [
    { is: 'arrow', to },
    { is: 'dot', at, isOpen: false },
  ]
  const at = (time: number) => cell(turned(from, time * step), turned(dot, time * dotStep))
  const [arrow, place] = [turned(from, 4 * step), turned(dot, 4 * dotStep)]
  return makeQuestion(random, {
    topics,
    stem: withFigure(nextCell, cellsOf([at(0), at(1), at(2), at(3), null])),
    right: option(at(4)),
    wrong: [
      option(cell(arrow, turned(dot, 3 * dotStep))),
      option(cell(turned(from, 3 * step), place)),
      option(cell(turned(arrow, 4), place)),
      option(cell(arrow, turned(place, 4))),
      option(cell(turned(arrow, 2), turned(place, 2))),
    ],
    why: {
      kn: `ಬಾಣವು ಪ್ರತಿ ಬಾರಿ ${turns.kn(step)} ತಿರುಗುತ್ತದೆ; ಚುಕ್ಕೆಯು ${turns.kn(dotStep)} ಸರಿಯುತ್ತದೆ. ಎರಡರ ಚಲನೆಯನ್ನೂ ಬೇರೆ ಬೇರೆಯಾಗಿ ಗಮನಿಸಿ.`,
      te: `బాణం ప్రతిసారీ ${turns.te(step)} తిరుగుతుంది; చుక్క ${turns.te(dotStep)} జరుగుతుంది. రెండింటినీ విడివిడిగా లెక్కించాలి.`,
      en: `The arrow turns ${turns.en(step)} each time and the dot moves ${turns.en(dotStep)}. Follow the two separately.`,
    },
  })
}

const shadedQuarter: QuestionTemplate = (random) => {
  const step = random.pick([-2, 2] as const)
  const from = random.pick(['ne', 'se', 'sw', 'nw'] as const)
  const dot = random.pick(['n', 'e', 's', 'w'] as const)
  const isOpen = random.pick([true, false])
  const cell = (time: number, quarter = time, open = time): CellElement[] => [
    { is: 'quarter', at: turned(from, quarter * step) },
    { is: 'dot', at: turned(dot, -time * step), isOpen: open % 2 === 0 ? isOpen : !isOpen },
  ]
  return makeQuestion(random, {
    topics,
    stem: withFigure(nextCell, cellsOf([cell(0), cell(1), cell(2), cell(3), null])),
    right: option(cell(4)),
    wrong: [
      option(cell(4, 4, 5)),
      option(cell(4, 5, 4)),
      option(cell(5, 4, 4)),
      option(cell(4, 6)),
    ],
    why: {
      kn: `ಕಪ್ಪು ಕಾಲು ಭಾಗವು ${turns.kn(step)} ತಿರುಗುತ್ತದೆ, ಚುಕ್ಕೆಯು ${turns.kn(-step)} ಸರಿಯುತ್ತದೆ; ಒಂದು ಬಿಟ್ಟು ಒಂದು ಚಿತ್ರದಲ್ಲಿ ಚುಕ್ಕೆ ಖಾಲಿಯಾಗಿರುತ್ತದೆ.`,
      te: `నల్లని పావు భాగం ${turns.te(step)} తిరుగుతుంది, చుక్క ${turns.te(-step)} జరుగుతుంది; ఒక చిత్రం విడిచి ఒక చిత్రంలో చుక్క ఖాళీగా ఉంటుంది.`,
      en: `The dark quarter turns ${turns.en(step)} and the dot moves ${turns.en(-step)}; every second dot is empty.`,
    },
  })
}

const shapes = ['triangle', 'square', 'pentagon', 'hexagon'] as const

const growingShape: QuestionTemplate = (random) => {
  const step = random.pick(steps)
  const from = random.pick(compass)
  const isFilled = random.pick([true, false])
  const cell = (side: number, fill = side, dot = side): CellElement[] => [
    { is: shapes[side]!, isFilled: fill % 2 === 0 ? isFilled : !isFilled },
    { is: 'dot', at: turned(from, dot * step), isOpen: false },
  ]
  return makeQuestion(random, {
    topics,
    stem: withFigure(nextCell, cellsOf([cell(0), cell(1), cell(2), null])),
    right: option(cell(3)),
    wrong: [
      option(cell(3, 4)),
      option(cell(3, 3, 2)),
      option(cell(2, 3, 3)),
      option(cell(3, 4, 2)),
    ],
    why: {
      kn: `ಬಾಹುಗಳ ಸಂಖ್ಯೆ 3, 4, 5, 6 ಎಂದು ಹೆಚ್ಚುತ್ತದೆ; ತುಂಬಿದ ಮತ್ತು ಖಾಲಿ ಆಕೃತಿಗಳು ಒಂದಾದ ಮೇಲೊಂದು ಬರುತ್ತವೆ; ಚುಕ್ಕೆ ${turns.kn(step)} ಸರಿಯುತ್ತದೆ.`,
      te: `భుజాల సంఖ్య 3, 4, 5, 6 గా పెరుగుతుంది; నిండిన, ఖాళీ ఆకారాలు ఒకదాని తర్వాత ఒకటి వస్తాయి; చుక్క ${turns.te(step)} జరుగుతుంది.`,
      en: `The number of sides grows: 3, 4, 5, 6; filled and empty shapes alternate; the dot moves ${turns.en(step)}.`,
    },
  })
}

const flagWithDot = (to: Direction, isLeft: boolean, at: Direction): CellElement[] => [
  { is: 'flag', to, isLeft },
  { is: 'dot', at, isOpen: false },
]

const figureAnalogy: QuestionTemplate = (random) => {
  const step = random.pick(steps)
  const [to, dot, half, circle] = random.drawUntil(
    () =>
      [0, 1, 2, 3].map(() => random.pick(compass)) as [Direction, Direction, Direction, Direction],
    ([to, dot, half, circle]) => to !== dot && half !== circle,
  )
  const one = flagWithDot(to, false, dot)
  const other: CellElement[] = [
    { is: 'half', at: half },
    { is: 'dot', at: circle, isOpen: true },
  ]
  const cells = [one, turnedCell(one, step), other, null]
  const right = turnedCell(other, step)!
  const wrong = [-step, step + 4, step + 1, step - 1, 4].filter((t) => (t - step) % 8 !== 0)
  return makeQuestion(random, {
    topics,
    stem: withFigure(
      {
        kn: 'ಮೊದಲ ಎರಡು ಚಿತ್ರಗಳ ನಡುವೆ ಇರುವ ಸಂಬಂಧವೇ ಮೂರನೇ ಮತ್ತು ನಾಲ್ಕನೇ ಚಿತ್ರಗಳ ನಡುವೆಯೂ ಇದೆ. ನಾಲ್ಕನೇ ಚಿತ್ರ ಯಾವುದು?',
        te: 'మొదటి చిత్రానికి రెండో చిత్రంతో ఉన్న సంబంధమే మూడో చిత్రానికి నాలుగో చిత్రంతో ఉంది. నాలుగో చిత్రం ఏది?',
        en: 'The second figure is to the first as the fourth is to the third. Which is the fourth figure?',
      },
      cellsOf(cells),
    ),
    right: option(right),
    wrong: wrong.map((eighths) => option(turnedCell(other, eighths)!)),
    why: {
      kn: `ಮೊದಲ ಚಿತ್ರವು ಇಡಿಯಾಗಿ ${turns.kn(step)} ತಿರುಗಿ ಎರಡನೆಯದಾಗಿದೆ. ಮೂರನೆಯದನ್ನೂ ಅಷ್ಟೇ ತಿರುಗಿಸಬೇಕು.`,
      te: `మొదటి చిత్రం మొత్తం ${turns.te(step)} తిరిగి రెండోది అయింది. మూడోదాన్నీ అంతే తిప్పాలి.`,
      en: `The whole first figure turns ${turns.en(step)} to become the second. The third must be turned through the same angle.`,
    },
  })
}

const reversedFigure: QuestionTemplate = (random) => {
  const at = random.pick([1, 2, 3, 5, 6, 7])
  const [a = 0, b = 0, c = 0, d = 0] = random.shuffled([0, 1, 2, 3, 4, 5, 6, 7])
  const base = flagWithDot('n', false, turned('n', at))
  const mirror = flagWithDot('n', true, turned('n', -at))
  return makeQuestion(random, {
    topics,
    stem: {
      kn: 'ಈ ನಾಲ್ಕರಲ್ಲಿ ಮೂರು, ಒಂದೇ ಚಿತ್ರವನ್ನು ತಿರುಗಿಸಿದಾಗ ಬಂದ ಚಿತ್ರಗಳು. ಗುಂಪಿಗೆ ಸೇರದ ಚಿತ್ರ ಯಾವುದು?',
      te: 'కింది నాలుగు చిత్రాల్లో మూడు ఒకే చిత్రాన్ని తిప్పితే వచ్చినవి. ఆ మూడింటితో చేరనిది ఏది?',
      en: 'Three of the figures are the same figure, rotated. Which one is different?',
    },
    right: option(turnedCell(mirror, a)!),
    wrong: [b, c, d].map((eighths) => option(turnedCell(base, eighths)!)),
    why: {
      kn: 'ಗುಂಪಿಗೆ ಸೇರದ ಚಿತ್ರವನ್ನು ಎಷ್ಟು ತಿರುಗಿಸಿದರೂ ಅದು ಉಳಿದವುಗಳಂತೆ ಆಗುವುದಿಲ್ಲ; ಅದು ಅವುಗಳ ಕನ್ನಡಿ ಪ್ರತಿಬಿಂಬ. ಅದರಲ್ಲಿ ಬಾವುಟದ ಬಟ್ಟೆ ಕಂಬದ ಇನ್ನೊಂದು ಬದಿಗೆ ಇದೆ.',
      te: 'ఆ చిత్రాన్ని ఎంత తిప్పినా మిగిలినవాటిలా మారదు, ఎందుకంటే అది వాటి అద్దపు ప్రతిబింబం. జెండా గుడ్డ కర్రకు మరో పక్కన ఉంది.',
      en: 'However far the different figure is turned, it never becomes like the others: it is their mirror image. The cloth of the flag is on the other side of the pole.',
    },
  })
}

export const figureSeries: readonly QuestionTemplate[] = [
  turningArrow,
  shadedQuarter,
  growingShape,
  figureAnalogy,
  reversedFigure,
]
