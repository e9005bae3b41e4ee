import { docx, paragraph, pdf, run, type PdfFont } from './documents.ts'
import { typedInNudi } from './nudi-typing.ts'

// A paper of ten questions as a coaching house types it in Word, in a Nudi font.

type Typed = { stem: string; options: string[]; key: number; why: string }

const question = (stem: string, options: string[], key: number, why: string): Typed => ({
  ...{ stem, options, key, why },
})

export const title = 'ಗ್ರಾಮ ಪಂಚಾಯಿತಿ ಪರೀಕ್ಷೆ'
export const sections = ['ವಿಭಾಗ 1: ಪಂಚಾಯಿತಿ', 'ವಿಭಾಗ 2: ಕರ್ನಾಟಕ']

export const questions: readonly Typed[] = [
  question(
    'ಗ್ರಾಮ ಪಂಚಾಯಿತಿಯ ಅವಧಿ ಎಷ್ಟು ವರ್ಷ?',
    ['2', '3', '5', '6'],
    2,
    'ಪಂಚಾಯಿತಿಯ ಅವಧಿ 5 ವರ್ಷ.',
  ),
  question(
    'ಗ್ರಾಮ ಸಭೆಯ ಸದಸ್ಯರು ಯಾರು?',
    ['ಊರಿನ ಎಲ್ಲ ಮತದಾರರು', 'ಅಧ್ಯಕ್ಷರು ಮಾತ್ರ', 'ಶಾಸಕರು', 'ನೌಕರರು'],
    0,
    'ಊರಿನ ಮತದಾರರೆಲ್ಲರೂ ಗ್ರಾಮ ಸಭೆಯ ಸದಸ್ಯರು.',
  ),
  question(
    'ಪಂಚಾಯತ್ ರಾಜ್ ಬಗ್ಗೆ ಹೇಳುವ ಸಂವಿಧಾನದ ತಿದ್ದುಪಡಿ ಯಾವುದು?',
    ['42', '61', '73', '86'],
    2,
    'ಸಂವಿಧಾನದ 73ನೇ ತಿದ್ದುಪಡಿ.',
  ),
  question(
    'ಜಿಲ್ಲಾ ಪಂಚಾಯಿತಿ ಯಾವ ಹಂತದಲ್ಲಿ ಇದೆ?',
    ['ಊರು', 'ತಾಲ್ಲೂಕು', 'ಜಿಲ್ಲೆ', 'ರಾಜ್ಯ'],
    2,
    'ಜಿಲ್ಲೆಯ ಹಂತದಲ್ಲಿ ಇದೆ.',
  ),
  question(
    'ಗ್ರಾಮ ಪಂಚಾಯಿತಿಗೆ ಸ್ಪರ್ಧಿಸುವ ಕನಿಷ್ಠ ವಯಸ್ಸು ಎಷ್ಟು?',
    ['18', '21', '25', '30'],
    1,
    'ಕನಿಷ್ಠ ವಯಸ್ಸು 21.',
  ),
  question(
    'ಕರ್ನಾಟಕದ ರಾಜಧಾನಿ ಯಾವುದು?',
    ['ಮೈಸೂರು', 'ಬೆಂಗಳೂರು', 'ಧಾರವಾಡ', 'ಕಲಬುರಗಿ'],
    1,
    'ರಾಜಧಾನಿ ಬೆಂಗಳೂರು.',
  ),
  question(
    'ಕಾವೇರಿ ನದಿ ಹುಟ್ಟುವ ಜಾಗ ಯಾವುದು?',
    ['ತಲಕಾವೇರಿ', 'ಶೃಂಗೇರಿ', 'ಆಗುಂಬೆ', 'ಬಾದಾಮಿ'],
    0,
    'ನದಿ ತಲಕಾವೇರಿಯಲ್ಲಿ ಹುಟ್ಟುತ್ತದೆ.',
  ),
  question(
    'ಕನ್ನಡದ ಮೊದಲ ಶಾಸನ ಎಲ್ಲಿ ದೊರೆಯಿತು?',
    ['ಹಲ್ಮಿಡಿ', 'ಬಾದಾಮಿ', 'ಐಹೊಳೆ', 'ಹಂಪೆ'],
    0,
    'ಹಲ್ಮಿಡಿಯಲ್ಲಿ ದೊರೆಯಿತು.',
  ),
  question(
    'ಕರ್ನಾಟಕ ಎಂಬ ಹೆಸರು ಬಂದ ವರ್ಷ ಯಾವುದು?',
    ['1947', '1956', '1973', '1983'],
    2,
    'ರಾಜ್ಯಕ್ಕೆ ಈ ಹೆಸರು 1973ರಲ್ಲಿ ಬಂತು.',
  ),
  question(
    'ಜೋಗ ಜಲಪಾತ ಯಾವ ನದಿಯಲ್ಲಿ ಇದೆ?',
    ['ತುಂಗಾ', 'ಶರಾವತಿ', 'ಕಾಳಿ', 'ಭದ್ರಾ'],
    1,
    'ಅದು ಶರಾವತಿ ನದಿಯಲ್ಲಿ ಇದೆ.',
  ),
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
    .map((line) => pieces(line).map(({ text }) => text).join(''))
    .join('\n')
