import { beforeAll, describe, expect, it } from 'vitest'
import { enrolled, rows, run, type SignedIn } from '../support/desk.ts'

let author: SignedIn
let reviewer: SignedIn
beforeAll(async () => {
  author = await enrolled('Notices author', 'author')
  reviewer = await enrolled('Notices reviewer', 'reviewer')
})

const typed = {
  ...{ kind: 'notice', place: 'exam', exam: 'rrb' },
  ...{ fromDay: '', fromTime: '00:00', untilDay: '2036-12-31', untilTime: '23:59' },
  ...{ 'text.kn': 'ಪ್ರವೇಶ ಪತ್ರ ಬಂದಿದೆ', 'text.en': 'Hall tickets are out' },
  'text.te': 'హాల్ టికెట్లు వచ్చాయి',
}
const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
const ask = (fields: Record<string, string> = {}, by = author) =>
  by.browser.post('/notices', { key: crypto.randomUUID(), ...typed, untilDay: soon, ...fields })
const newest = async () => (await rows('SELECT * FROM notices ORDER BY id DESC LIMIT 1'))[0]!
const act = ({ browser }: SignedIn, id: unknown, what: string) =>
  browser.post(`/notices/${String(id)}/${what}`)

describe('a notice', () => {
  it('is shown when somebody else agrees, and ended by one', async () => {
    expect((await ask()).status).toBe(303)
    const { id, state, exam } = await newest()
    expect([state, exam]).toEqual(['proposed', 'rrb'])
    expect((await act(author, id, 'approve')).status).toBe(403)
    expect(await reviewer.browser.text('/')).toContain('ಒಪ್ಪಿಗೆಗೆ ಕಾದಿರುವ ಸೂಚನೆಗಳು')
    expect((await act(reviewer, id, 'approve')).status).toBe(303)
    expect((await newest()).state).toBe('approved')
    expect(await author.browser.text('/notices')).toContain('ಈಗ ಕಾಣುತ್ತಿದೆ')
    expect((await act(reviewer, id, 'end')).status).toBe(303)
    expect((await act(reviewer, id, 'end')).status).toBe(409)
    expect(await author.browser.text('/notices')).toContain('ಯಾವ ಸೂಚನೆಯೂ ಇಲ್ಲ')
    const log = await rows(`SELECT action FROM audit_entries WHERE subject = 'notice exam'`)
    expect(log.map(({ action }) => action)).toEqual([
      ...['notice_proposed', 'notice_approved', 'notice_ended'],
    ])
    expect(await reviewer.browser.text('/audit')).toContain('ಒಂದು ಪರೀಕ್ಷೆಯ ಪುಟಗಳಲ್ಲಿ')
  })

  it('is never approved by who wrote it, and written once', async () => {
    const key = crypto.randomUUID()
    await Promise.all([1, 2].map(() => ask({ key, place: 'everywhere' }, reviewer)))
    expect(await rows('SELECT 1 FROM notices WHERE form_key = ?', key)).toHaveLength(1)
    const { id } = await newest()
    expect((await act(reviewer, id, 'approve')).status).toBe(409)
    const update = (set: string) =>
      run({ text: `UPDATE notices SET ${set} WHERE id = ?`, values: [Number(id)] })
    await expect(update(`state = 'approved', decided_by = proposed_by`)).rejects.toThrow(
      /second person/,
    )
    await expect(update(`texts = '{}'`)).rejects.toThrow(/decided once/)
    await expect(run({ text: 'DELETE FROM notices', values: [] })).rejects.toThrow(/never deleted/)
    await act(author, id, 'decline')
    expect((await newest()).state).toBe('declined')
  })

  it.each([
    [{ exam: 'none' }, 'ಪರೀಕ್ಷೆ ಆಯ್ಕೆ ಮಾಡಿ'],
    [{ untilDay: '' }, 'ಮುಗಿಯುವ ದಿನ'],
    [{ untilDay: '2020-01-01' }, 'ಮುಗಿಯುವ ದಿನ'],
    [{ untilDay: '2036-12-31' }, 'ಮುಗಿಯುವ ದಿನ'],
    [{ 'text.te': ' ' }, 'ಮೂರೂ ಭಾಷೆಗಳಲ್ಲಿ'],
  ])('with %j is refused, and what was typed stays', async (fields, said) => {
    const answer = await ask(fields)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(said)
    expect(page).toContain('Hall tickets are out')
  })
})
