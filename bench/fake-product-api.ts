import { createServer } from 'node:http'

const subjects = [
  ...['ಭಾರತದ ಇತಿಹಾಸ', 'ಕರ್ನಾಟಕದ ಇತಿಹಾಸ', 'ಸಂವಿಧಾನ', 'ಭೂಗೋಳ', 'ಅರ್ಥಶಾಸ್ತ್ರ', 'ಸಾಮಾನ್ಯ ವಿಜ್ಞಾನ'],
  ...['ಪಂಚಾಯತ್ ರಾಜ್', 'ಗ್ರಾಮೀಣಾಭಿವೃದ್ಧಿ', 'ಗಣಕ ಜ್ಞಾನ', 'ಮಾನಸಿಕ ಸಾಮರ್ಥ್ಯ'],
  ...['ಪ್ರಚಲಿತ ವಿದ್ಯಮಾನ', 'ಕನ್ನಡ ಸಾಹಿತ್ಯ'],
]

/** An exam's list of 24 papers in the format of the product API. */
const papers = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  documentId: `bench-${index}`,
  slug: `vao-paper-1-bench-${index + 1}`,
  locale: 'kn',
  title: `ವಿಎಒ ಪತ್ರಿಕೆ 1: ${subjects[index % 12]} ${index + 1}`,
  kind: index < 12 ? 'model-paper' : 'previous-papers',
  year: index < 12 ? null : 2021 + (index % 4),
  access: index % 3 === 0 ? 'free' : 'premium',
  languages: ['kn', 'en'],
  questionCount: index % 2 ? 50 : 100,
  minutes: index % 2 ? 60 : 120,
  rightMarks: '1',
  wrongMarks: '1/4',
  blankMarks: '1/4',
  category: { id: 1, documentId: 'c', slug: 'vao-paper-1' },
}))

const body = JSON.stringify({ data: papers, meta: { pagination: { page: 1, pageSize: 100 } } })

const kinds = ['papers', 'questions', 'marks', 'time', 'wrong', 'blank', 'language', 'syllabus']

/** The exam's pattern sheet in the format of the product API. */
const sheet = {
  id: 1,
  documentId: 'bench-sheet',
  slug: 'vao',
  locale: 'kn',
  title: 'ಗ್ರಾಮ ಆಡಳಿತ ಅಧಿಕಾರಿ: ಪರೀಕ್ಷಾ ಮಾದರಿ',
  checkedOn: '2026-11-21',
  stages: [
    {
      slug: 'written',
      name: 'ಲಿಖಿತ ಪರೀಕ್ಷೆ',
      facts: kinds.map((is) => ({
        id: `vao-${is}`,
        is,
        value: 'ಸಾಮಾನ್ಯ ಜ್ಞಾನ, ಕನ್ನಡ, ಇಂಗ್ಲಿಷ್ ಮತ್ತು ಗಣಕ',
        note: null,
        source: 'KEA notification of 13 March 2024',
        url: null,
        dated: '2024-03-13',
        isVerified: true,
        replaces: null,
        isCurrent: true,
      })),
    },
  ],
}
const sheets = JSON.stringify({ data: [sheet], meta: { pagination: { page: 1, pageSize: 1 } } })

/** A product API that responds to every read after `delayMs`, with the given cache-control. */
export function startFakeProductApi(
  port: number,
  cacheControl: string,
  delayMs = 0,
): Promise<{ stop: () => void }> {
  const server = createServer(({ url }, response) => {
    const answer = () => {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': cacheControl })
      response.end(url?.startsWith('/api/pattern-sheets') ? sheets : body)
    }
    if (delayMs === 0) answer()
    else setTimeout(answer, delayMs)
  })
  return new Promise((ready) =>
    server.listen(port, '127.0.0.1', () => ready({ stop: () => server.close() })),
  )
}
