import { transformedCell, type CellElement, type Transform } from '../figures/cell.ts'
import { compass } from '../figures/compass.ts'
import { writeFigure } from '../figures/figure.ts'
import { makeQuestion, type QuestionTemplate, type Translations } from './question.ts'
import type { SeededRandom } from './seeded-random.ts'

const topics = ['reasoning']

/** Letters and digits that look different in a mirror, in water and after half a turn. */
const asymmetric = ['F', 'G', 'P', 'R', 'L', '4', '7']

const writing = (text: string, under: Transform | null, isReordered = false) =>
  writeFigure({ is: 'text', text, under, isReordered })

const wordOf = (random: SeededRandom) =>
  random.shuffled(asymmetric).slice(0, random.integer(4, 5)).join('')

const questions: Record<'mirror' | 'water', Translations> = {
  mirror: {
    kn: 'ಬಲಗಡೆ ಕನ್ನಡಿ ಇಟ್ಟಾಗ ಇದರ ಪ್ರತಿಬಿಂಬ ಹೇಗೆ ಕಾಣುತ್ತದೆ?',
    te: 'కుడివైపు అద్దం పెడితే దీని ప్రతిబింబం ఎలా కనిపిస్తుంది?',
    en: 'A mirror is placed to the right of the given figure. Which is the mirror image of the figure?',
  },
  water: {
    kn: 'ಕೆಳಗೆ ನಿಶ್ಚಲ ನೀರು ಇದ್ದರೆ ಅದರಲ್ಲಿ ಇದರ ಪ್ರತಿಬಿಂಬ ಹೇಗೆ ಕಾಣುತ್ತದೆ?',
    te: 'కింద ఉన్న నిశ్చల నీటిలో దీని ప్రతిబింబం ఎలా కనిపిస్తుంది?',
    en: 'Calm water lies below the given figure. Which is the water image of the figure?',
  },
}

/** A word's image in water keeps the order of its letters; a figure has none. */
const reasons: Record<'mirror' | 'water' | 'waterOfWord', Translations> = {
  mirror: {
    kn: 'ಕನ್ನಡಿಯಲ್ಲಿ ಎಡ–ಬಲ ಅದಲುಬದಲಾಗುತ್ತವೆ, ಮೇಲ್ಭಾಗ–ಕೆಳಭಾಗ ಬದಲಾಗುವುದಿಲ್ಲ; ಕನ್ನಡಿಗೆ ಹತ್ತಿರ ಇರುವುದು ಪ್ರತಿಬಿಂಬದಲ್ಲೂ ಹತ್ತಿರವೇ ಇರುತ್ತದೆ.',
    te: 'అద్దంలో ఎడమ, కుడి వైపులు తారుమారవుతాయి; పై, కింది భాగాలు మారవు. అద్దానికి దగ్గరగా ఉన్నది ప్రతిబింబంలోనూ దగ్గరగానే ఉంటుంది.',
    en: 'A mirror interchanges left and right, but not top and bottom; what is next to the mirror is next to it in the image too.',
  },
  water: {
    kn: 'ನೀರಿನಲ್ಲಿ ಮೇಲ್ಭಾಗ–ಕೆಳಭಾಗ ಅದಲುಬದಲಾಗುತ್ತವೆ, ಎಡ–ಬಲ ಬದಲಾಗುವುದಿಲ್ಲ; ನೀರಿಗೆ ಹತ್ತಿರ ಇರುವುದು ಪ್ರತಿಬಿಂಬದಲ್ಲೂ ಹತ್ತಿರವೇ ಇರುತ್ತದೆ.',
    te: 'నీటిలో పై, కింది భాగాలు తారుమారవుతాయి; ఎడమ, కుడి వైపులు మారవు. నీటికి దగ్గరగా ఉన్నది ప్రతిబింబంలోనూ దగ్గరగానే ఉంటుంది.',
    en: 'A reflection in water interchanges top and bottom, but not left and right; what is next to the water is next to it in the image too.',
  },
  waterOfWord: {
    kn: 'ನೀರಿನಲ್ಲಿ ಮೇಲ್ಭಾಗ–ಕೆಳಭಾಗ ಅದಲುಬದಲಾಗುತ್ತವೆ, ಎಡ–ಬಲ ಬದಲಾಗುವುದಿಲ್ಲ; ಅಕ್ಷರಗಳ ಕ್ರಮ ಹಾಗೆಯೇ ಉಳಿಯುತ್ತದೆ.',
    te: 'నీటిలో పై, కింది భాగాలు తారుమారవుతాయి; ఎడమ, కుడి వైపులు మారవు. అక్షరాల వరుస అలాగే ఉంటుంది.',
    en: 'A reflection in water interchanges top and bottom, but not left and right; the order of the characters stays the same.',
  },
}

const withFigure = (text: Translations, figure: string): Translations => ({
  kn: `${text.kn}\n${figure}`,
  te: `${text.te}\n${figure}`,
  en: `${text.en}\n${figure}`,
})

const wordImage =
  (kind: 'mirror' | 'water'): QuestionTemplate =>
  (random) => {
    const text = wordOf(random)
    const others: Transform[] = kind === 'mirror' ? ['water', 'turn'] : ['mirror', 'turn']
    return makeQuestion(random, {
      topics,
      stem: withFigure(questions[kind], writing(text, null)),
      right: writing(text, kind),
      wrong: [
        ...others.map((under) => writing(text, under)),
        writing(text, kind === 'mirror' ? 'mirror' : 'turn', true),
      ],
      why: reasons[kind === 'water' ? 'waterOfWord' : kind],
    })
  }

const figureImage =
  (kind: 'mirror' | 'water'): QuestionTemplate =>
  (random) => {
    const images = (cell: CellElement[]) =>
      ([kind, ...(['mirror', 'water', 'turn'] as const).filter((other) => other !== kind)] as const)
        .map((under) => writeFigure({ is: 'cell', cell: transformedCell(cell, under)! }))
        .concat(writeFigure({ is: 'cell', cell }))
    const cell = random.drawUntil(
      (): CellElement[] => [
        { is: 'flag', to: random.pick(compass), isLeft: random.pick([true, false]) },
        { is: 'dot', at: random.pick(compass), isOpen: false },
        { is: 'dot', at: random.pick(compass), isOpen: true },
      ],
      (drawn) => {
        const places = drawn.map((element) =>
          'to' in element ? element.to : 'at' in element && element.at,
        )
        return new Set(places).size === 3 && new Set(images(drawn)).size === 4
      },
    )
    const [right = '', ...wrong] = images(cell)
    return makeQuestion(random, {
      topics,
      stem: withFigure(questions[kind], writeFigure({ is: 'cell', cell })),
      right,
      wrong,
      why: reasons[kind],
    })
  }

// Named, so that a solver finds its template.
const mirrorOfWord: QuestionTemplate = (random) => wordImage('mirror')(random)
const waterImageOfWord: QuestionTemplate = (random) => wordImage('water')(random)
const mirrorOfFigure: QuestionTemplate = (random) => figureImage('mirror')(random)
const waterImageOfFigure: QuestionTemplate = (random) => figureImage('water')(random)

export const figureImages: readonly QuestionTemplate[] = [
  mirrorOfWord,
  waterImageOfWord,
  mirrorOfFigure,
  waterImageOfFigure,
]
