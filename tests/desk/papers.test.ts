import { beforeAll, describe, expect, it, vi } from 'vitest'
import { enrolled, rows, type SignedIn } from '../support/desk.ts'
import {
  added,
  begun,
  inReview,
  paperRow,
  questionForm,
  sent,
  versionNow,
  written,
} from '../support/desk-papers.ts'

// Writing papers at the desk, through its front door.

// A test makes twenty requests, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let author: SignedIn
let other: SignedIn
beforeAll(async () => {
  author = await enrolled('Paper author', 'author')
  other = await enrolled('Other paper author', 'author')
})

const textOf = async (slug: string) => {
  const page = await author.browser.text(`/papers/${slug}/text`)
  return (/<textarea[^>]*>([^]*?)<\/textarea>/.exec(page)?.[1] ?? '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

describe('a paper', () => {
  it('is begun, listed by exam and state, and gets questions as text of its format', async () => {
    const slug = await begun(author)
    expect(slug).toMatch(/^pdo-paper-2-model-paper-\d+$/)
    const path = await written(author, slug, 0)
    const list = await author.browser.text('/papers?exam=pdo-paper-2&state=draft')
    expect(list).toContain(`/papers/${slug}`)
    expect(await author.browser.text('/papers?exam=pdo-paper-2&state=review')).not.toContain(slug)
    const id = path.split('/').at(-1)!
    expect(await textOf(slug)).toContain(
      [
        `--- ${id}`,
        'topics: panchayat-raj',
        'kn: ಸಭೆಯ ಅಧ್ಯಕ್ಷರ ಅವಧಿ ಎಷ್ಟು ವರ್ಷ? (0)',
        '( ) 2\n( ) 3\n(*) 5\n',
      ].join('\n'),
    )
  })

  it('without exam or language is not begun, and what was typed stays in the form', async () => {
    const answer = await author.browser.post('/papers', { exam: '', 'title.kn': 'ಶೀರ್ಷಿಕೆ ಒಂದು' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('ಶೀರ್ಷಿಕೆ ಒಂದು')
  })

  it('with gaps is saved, shows each at its field, and is not sent', async () => {
    const slug = await begun(author)
    const path = await added(author, slug)
    const wrong = questionForm(0, { 'stem.kn': '', correct: '', 'why.kn': 'this is English' })
    const answer = await author.browser.post(path, { ...wrong, version: await versionNow(slug) })
    expect(answer.status).toBe(303)
    const page = await author.browser.text(`${path}?saved`)
    expect(page).toMatch(/id="stem\.kn-error"[^>]*>ಇದನ್ನು|id="stem\.kn-error"/)
    expect(page).toContain('id="why.kn-error"')
    const refused = await sent(author, slug)
    expect(refused.status).toBe(422)
    expect((await paperRow(slug))?.state).toBe('draft')
  })

  it('shows a problem that only the check of the whole text finds', async () => {
    const slug = await begun(author)
    await written(author, slug, 0)
    const text = await textOf(slug)
    const answer = await author.browser.post(`/papers/${slug}/text`, {
      source: text.replace('topics: panchayat-raj', 'topics: panchayat-raj\nnosuch: x'),
      version: await versionNow(slug),
    })
    expect(answer.status).toBe(303)
    expect((await sent(author, slug)).status).toBe(422)
    expect(await author.browser.text(`/papers/${slug}/text`)).toContain('nosuch:')
  })

  it('finds a published question that sounds the same', async () => {
    const [known] = await rows(
      `SELECT x.stem FROM question_texts x JOIN test_questions t USING (question_id)
       WHERE x.locale = 'kn' AND length(x.stem) > 40 AND x.stem NOT LIKE '%<%' LIMIT 1`,
    )
    const slug = await begun(author)
    const stem = String(known?.stem)
    const path = await written(author, slug, 0, { 'stem.kn': `${stem} ` })
    expect(await author.browser.text(path)).toContain('ಇಂಥದೇ ಪ್ರಶ್ನೆ ಈಗಾಗಲೇ ಇದೆ')
    const fresh = await written(author, slug, 1)
    expect(await author.browser.text(fresh)).not.toContain('ಇಂಥದೇ ಪ್ರಶ್ನೆ ಈಗಾಗಲೇ ಇದೆ')
  })

  it('shows a question as readers see it while it is typed, and stores nothing', async () => {
    const slug = await begun(author)
    const path = await written(author, slug, 0)
    const before = await versionNow(slug)
    const answer = await author.browser.post(`${path}/check`, {
      ...questionForm(0, { 'stem.kn': 'ಮೌಲ್ಯ \\(x^2\\) ಎಷ್ಟು?', correct: '' }),
    })
    const html = await answer.text()
    expect(html).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
    expect(html).toContain('data-of="correct"')
    expect(await versionNow(slug)).toBe(before)
  })

  it('keeps its versions, and shows what each changed', async () => {
    const slug = await begun(author)
    const path = await written(author, slug, 0)
    const version = await versionNow(slug)
    await author.browser.post(path, { ...questionForm(0, { 'option.0.kn': '4' }), version })
    const page = await author.browser.text(`/papers/${slug}/versions`)
    expect(page).toMatch(/<del>2\s*<\/del><ins>4\s*<\/ins>/)
    expect(page).toContain(`versions?of=${version}`)
  })

  it('that waits for its second reading is a draft again when it is changed', async () => {
    const slug = await inReview(author)
    expect((await paperRow(slug))?.state).toBe('review')
    await written(author, slug, 5)
    expect((await paperRow(slug))?.state).toBe('draft')
  })
})

describe('two people at one paper', () => {
  it('lose nothing when they change different questions from the same version', async () => {
    const slug = await begun(author)
    const [one, two] = [await written(author, slug, 0), await written(author, slug, 1)]
    const version = await versionNow(slug)
    const first = { ...questionForm(0, { 'option.0.kn': '7' }), version }
    const second = { ...questionForm(1, { 'option.0.kn': '8' }), version }
    expect((await author.browser.post(one, first)).status).toBe(303)
    expect((await other.browser.post(two, second)).status).toBe(303)
    const text = await textOf(slug)
    expect(text).toContain('( ) 7')
    expect(text).toContain('( ) 8')
  })

  it('at the same question: the later one sees the difference, and loses nothing', async () => {
    const slug = await begun(author)
    const path = await written(author, slug, 0)
    const version = await versionNow(slug)
    await author.browser.post(path, { ...questionForm(0, { 'option.0.kn': '7' }), version })
    const mine = questionForm(0, { 'option.0.kn': '8' })
    const answer = await other.browser.post(path, { ...mine, version })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('Paper author ಇದೇ ಪ್ರಶ್ನೆಯನ್ನು ಈ ನಡುವೆ ಬದಲಿಸಿದ್ದಾರೆ')
    expect(page).toMatch(/<del>7\s*<\/del><ins>8\s*<\/ins>/)
    expect(page).toMatch(/name="option\.0\.kn"[^>]*value="8"/)
    expect(await textOf(slug)).toContain('( ) 7')
    const expected = /name="version" value="(\d+)"/.exec(page)![1]!
    expect((await other.browser.post(path, { ...mine, version: expected })).status).toBe(303)
    expect(await textOf(slug)).toContain('( ) 8')
  })

  it('of whom one removed the question: the other is told, and can keep it', async () => {
    const slug = await begun(author)
    const [one, two] = [await written(author, slug, 0), await written(author, slug, 1)]
    const version = await versionNow(slug)
    await author.browser.post(one, { ...questionForm(0), version, do: 'remove' })
    const answer = await other.browser.post(one, { ...questionForm(0), version })
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('ಅವರು ಈ ಪ್ರಶ್ನೆಯನ್ನು ತೆಗೆದಿದ್ದಾರೆ')
    expect(page).toContain('ಸಭೆಯ ಅಧ್ಯಕ್ಷರ ಅವಧಿ')
    const expected = /name="version" value="(\d+)"/.exec(page)![1]!
    await other.browser.post(one, { ...questionForm(0), version: expected })
    expect((await other.browser.get(one)).status).toBe(200)
    expect((await other.browser.get(two)).status).toBe(200)
  })

  it('with the whole text: the later one sees the difference', async () => {
    const slug = await begun(author)
    await written(author, slug, 0)
    const [version, source] = [await versionNow(slug), await textOf(slug)]
    await written(author, slug, 1)
    const changed = source.replace('(*) 5', '(*) 9')
    const answer = await other.browser.post(`/papers/${slug}/text`, { source: changed, version })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('<ins>')
  })
})
