import { docx, paragraph, pdf, run, type PdfFont } from './documents.ts'
import { typedInNudi } from './nudi-typing.ts'

// A paper of ten questions as a coaching house types it in Word, in a Nudi font.

type Typed = { stem: string; options: string[]; key: number; why: string }

export const title = 'ಗ್ರಾಮ ಪಂಚಾಯಿತಿ ಪರೀಕ್ಷೆ'
export const sections = ['ವಿಭಾಗ 1: ಪಂಚಾಯಿತಿ', 'ವಿಭಾಗ 2: ಕರ್ನಾಟಕ']

export const questions: readonly Typed[] = [
  {
    stem: 'ಗ್ರಾಮ ಪಂಚಾಯಿತಿಯ ಅವಧಿ ಎಷ್ಟು ವರ್ಷ?',
    options: ['2', '3', '5', '6'],
    key: 2,
    why: 'ಪಂಚಾಯಿತಿಯ ಅವಧಿ 5 ವರ್ಷ.',
  },
  {
    stem: 'ಗ್ರಾಮ ಸಭೆಯ ಸದಸ್ಯರು ಯಾರು?',
    options: ['ಊರಿನ ಎಲ್ಲ ಮತದಾರರು', 'ಅಧ್ಯಕ್ಷರು ಮಾತ್ರ', 'ಶಾಸಕರು', 'ನೌಕರರು'],
    key: 0,
    why: 'ಊರಿನ ಮತದಾರರೆಲ್ಲರೂ ಗ್ರಾಮ ಸಭೆಯ ಸದಸ್ಯರು.',
  },
  {
    stem: 'ಪಂಚಾಯತ್ ರಾಜ್ ಬಗ್ಗೆ ಹೇಳುವ ಸಂವಿಧಾನದ ತಿದ್ದುಪಡಿ ಯಾವುದು?',
    options: ['42', '61', '73', '86'],
    key: 2,
    why: 'ಸಂವಿಧಾನದ 73ನೇ ತಿದ್ದುಪಡಿ.',
  },
  {
    stem: 'ಜಿಲ್ಲಾ ಪಂಚಾಯಿತಿ ಯಾವ ಹಂತದಲ್ಲಿ ಇದೆ?',
    options: ['ಊರು', 'ತಾಲ್ಲೂಕು', 'ಜಿಲ್ಲೆ', 'ರಾಜ್ಯ'],
    key: 2,
    why: 'ಜಿಲ್ಲೆಯ ಹಂತದಲ್ಲಿ ಇದೆ.',
  },
  {
    stem: 'ಗ್ರಾಮ ಪಂಚಾಯಿತಿಗೆ ಸ್ಪರ್ಧಿಸುವ ಕನಿಷ್ಠ ವಯಸ್ಸು ಎಷ್ಟು?',
    options: ['18', '21', '25', '30'],
    key: 1,
    why: 'ಕನಿಷ್ಠ ವಯಸ್ಸು 21.',
  },
  {
    stem: 'ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಯಾವುದು?',
    options: ['ಮೈಸೂರು', 'ಬೆಂಗಳೂರು', 'ಧಾರವಾಡ', 'ಕಲಬುರಗಿ'],
    key: 1,
    why: 'ರಾಜಧಾನಿ ಬೆಂಗಳೂರು.',
  },
  {
    stem: 'ಕಾವೇರಿ ನದಿ ಹುಟ್ಟುವ ಜಾಗ ಯಾವುದು?',
    options: ['ತಲಕಾವೇರಿ', 'ಶೃಂಗೇರಿ', 'ಆಗುಂಬೆ', 'ಬಾದಾಮಿ'],
    key: 0,
    why: 'ನದಿ ತಲಕಾವೇರಿಯಲ್ಲಿ ಹುಟ್ಟುತ್ತದೆ.',
  },
  {
    stem: 'ಕನ್ನಡದ ಮೊದಲ ಶಾಸನ ಎಲ್ಲಿ ದೊರೆಯಿತು?',
    options: ['ಹಲ್ಮಿಡಿ', 'ಬಾದಾಮಿ', 'ಐಹೊಳೆ', 'ಹಂಪೆ'],
    key: 0,
    why: 'ಹಲ್ಮಿಡಿಯಲ್ಲಿ ದೊರೆಯಿತು.',
  },
  {
    stem: 'ಕರ್ನಾಟಕ ಎಂಬ ಹೆಸರು ಬಂದ ವರ್ಷ ಯಾವುದು?',
    options: ['1947', '1956', '1973', '1983'],
    key: 2,
    why: 'ರಾಜ್ಯಕ್ಕೆ ಈ ಹೆಸರು 1973ರಲ್ಲಿ ಬಂತು.',
  },
  {
    stem: 'ಜೋಗ ಜಲಪಾತ ಯಾವ ನದಿಯಲ್ಲಿ ಇದೆ?',
    options: ['ತುಂಗಾ', 'ಶರಾವತಿ', 'ಕಾಳಿ', 'ಭದ್ರಾ'],
    key: 1,
    why: 'ಅದು ಶರಾವತಿ ನದಿಯಲ್ಲಿ ಇದೆ.',
  },
]

const letters = ['ಎ', 'ಬಿ', 'ಸಿ', 'ಡಿ']

/** The lines of the paper, in Unicode. The last five keys are a table at the end. */
export function linesOfPaper(): string[] {
  return [
    title,
    ...questions.flatMap(({ stem, options, key, why }, index) => [
      ...(index === 0 ? [sections[0]!] : index === 5 ? ['', sections[1]!] : ['']),
      `${index + 1}. ${stem}`,
      ...options.map((option, at) => `${letters[at]}) ${option}`),
      ...(index < 5 ? [`ಉತ್ತರ: ${letters[key]}`] : []),
      `ವಿವರಣೆ: ${why}`,
    ]),
    ...['', 'ಕೀ ಉತ್ತರಗಳು'],
    questions
      .slice(5)
      .map(({ key }, index) => `${index + 6}-${letters[key]}`)
      .join(' '),
  ]
}

/** The pieces of a line, and whether each is typed in the Nudi font. */
const pieces = (line: string) =>
  (line.match(/[\u0c80-\u0cff]+|[^\u0c80-\u0cff]+/g) ?? []).map((text) => {
    const isKannada = /[\u0c80-\u0cff]/.test(text)
    return { text: isKannada ? typedInNudi(text) : text, isKannada }
  })

/** The paper, or these lines, as a Word document. */
export const nudiDocx = ({ lines = linesOfPaper() } = {}) =>
  docx(
    lines
      .map((line) =>
        paragraph(
          pieces(line)
            .map(({ text, isKannada }) => run(text, isKannada ? 'Nudi 01 e' : 'Calibri'))
            .join(''),
        ),
      )
      .join(''),
  )

/** The paper as a PDF. */
export const nudiPdf = () =>
  pdf(
    linesOfPaper()
      .filter((line) => line !== '')
      .map((line) =>
        pieces(line).map(({ text, isKannada }): [PdfFont, string] => [
          isKannada ? 'Nudi01e' : 'Helvetica',
          text,
        ]),
      ),
  )

/** The paper as plain text, as it is pasted without its fonts. */
export const nudiText = () =>
  linesOfPaper()
    .map((line) =>
      pieces(line)
        .map(({ text }) => text)
        .join(''),
    )
    .join('\n')
