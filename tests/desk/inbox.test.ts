import { beforeAll, describe, expect, it } from 'vitest'
import { enrolled, rows, type SignedIn } from '../support/desk.ts'

let reviewer: SignedIn
beforeAll(async () => {
  reviewer = await enrolled('Inbox reviewer', 'reviewer')
})

const at = '2026-11-23T06:00:00.000Z'
let made = 0

async function report(message: string) {
  made++
  const id = String(made).padStart(24, 'r')
  await rows(
    `INSERT INTO question_reports (document_id, question_id, locale, reason, message, status,
       created_at)
     SELECT ?, id, 'kn', 'key', ?, 'open', ? FROM questions LIMIT 1`,
    ...[id, message, at],
  )
  return id
}

const answer = {
  status: 'corrected',
  'outcome.kn': 'ಸರಿಪಡಿಸಿದ್ದೇವೆ. ಧನ್ಯವಾದ.',
  'outcome.en': 'It was corrected. Thank you.',
  'outcome.te': 'సరిచేశాం. ధన్యవాదాలు.',
}
const stored = async (id: string) =>
  (await rows('SELECT status, outcome FROM question_reports WHERE document_id = ?', id))[0]

describe('a report about a question', () => {
  it('waits on the page of today until it is answered, once', async () => {
    const id = await report('ಕೀ ಉತ್ತರ 2 ಅಲ್ಲ <b>3</b>')
    expect(await reviewer.browser.text('/')).toContain('ಓದುಗರ ದೂರುಗಳಿಗೆ ಉತ್ತರಿಸಬೇಕು')
    const page = await reviewer.browser.text('/reports')
    expect(page).toContain('ಕೀ ಉತ್ತರ 2 ಅಲ್ಲ &lt;b&gt;3&lt;/b&gt;')
    expect((await reviewer.browser.post(`/reports/${id}`, answer)).status).toBe(303)
    const closed = await stored(id)
    expect(closed?.status).toBe('corrected')
    expect(JSON.parse(String(closed?.outcome))).toMatchObject({ te: 'సరిచేశాం. ధన్యవాదాలు.' })
    expect((await reviewer.browser.post(`/reports/${id}`, answer)).status).toBe(409)
    expect(
      await rows('SELECT action FROM audit_entries WHERE subject = ?', `report ${id}`),
    ).toEqual([{ action: 'report_corrected' }])
  })

  it.each([
    ['an outcome', { status: '' }],
    ['an answer in Telugu', { 'outcome.te': ' ' }],
    ['an answer of at most 300 letters', { 'outcome.en': 'x'.repeat(301) }],
  ])('is not answered without %s, and what was typed stays', async (_what, change) => {
    const id = await report('ಸಂದೇಹ')
    const refused = await reviewer.browser.post(`/reports/${id}`, { ...answer, ...change })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('role="alert"')
    expect(page).toContain('ಸರಿಪಡಿಸಿದ್ದೇವೆ. ಧನ್ಯವಾದ.')
    expect((await stored(id))?.status).toBe('open')
  })
})

describe('feedback', () => {
  it('is shown as it was written, the newest first, page by page', async () => {
    for (let entry = 0; entry < 35; entry++)
      await rows(
        `INSERT INTO feedbacks (document_id, name, contact, message, url, locale, created_at)
         VALUES (?, 'ಆಶಾ', '', ?, 'https://abhyasa.example/vao?secret=1', 'kn', ?)`,
        ...[`feedback-${entry}`, `ಅಭಿಪ್ರಾಯ ${entry} <script>`, at],
      )
    const page = await reviewer.browser.text('/feedback')
    expect(page).toContain('ಅಭಿಪ್ರಾಯ 34 &lt;script&gt;')
    expect(page).toContain('/vao')
    expect(page).not.toContain('secret')
    expect(page).not.toContain('ಅಭಿಪ್ರಾಯ 4 ')
    const older = /href="(\/feedback\?before=\d+)"/.exec(page)![1]!
    expect(await reviewer.browser.text(older)).toContain('ಅಭಿಪ್ರಾಯ 4 ')
  })
})

describe('a crash', () => {
  const crash = (message: string, release: string) =>
    rows(
      `INSERT INTO crash_groups (message, part, page, count, first_release, first_at, last_release,
         last_at) VALUES (?, 'exam-hall', '/kn/vao-paper-…', 7, ?, ?, ?, ?)`,
      ...[message, release, at, release, at],
    )

  it('is listed with the release in which it began, until it is closed', async () => {
    await crash('TypeError: <b> is not a function', Date.parse(at).toString(36))
    const page = await reviewer.browser.text('/crashes')
    expect(page).toContain('TypeError: &lt;b&gt; is not a function')
    expect(page).toContain('ಆರಂಭವಾದ ಬಿಡುಗಡೆ: ನವೆಂಬರ್ 23, 11:30')
    const [row] = await rows('SELECT id FROM crash_groups')
    const close = () => reviewer.browser.post(`/crashes/${String(row?.id)}/close`)
    expect([(await close()).status, (await close()).status]).toEqual([303, 303])
    expect(await reviewer.browser.text('/crashes')).toContain('ಯಾವ ದೋಷವೂ ವರದಿಯಾಗಿಲ್ಲ')
    const log = await rows(
      'SELECT 1 FROM audit_entries WHERE subject = ?',
      `crash ${String(row?.id)}`,
    )
    expect(log).toHaveLength(1)
  })
})
