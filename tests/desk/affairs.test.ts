import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { publishDueDays } from '../../desk/affairs/publication.ts'
import worker from '../../desk/worker.ts'
import { addDays, momentInIndia } from '../../domain/india-time.ts'
import { quizQuestions } from '../../product-api/study/quizzes.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import {
  approve,
  complete,
  freshDay,
  later,
  pagesOf,
  save,
  send,
  stateOf,
  today,
} from '../support/desk-affairs.ts'

// Current affairs from the first word to the page of the site, through the desk's front door.

let author: SignedIn
let reviewer: SignedIn
let other: SignedIn
let owner: SignedIn
beforeAll(async () => {
  author = await enrolled('Affairs author', 'author')
  reviewer = await enrolled('Affairs reviewer', 'reviewer')
  other = await enrolled('Other author', 'author')
  owner = await enrolled('Affairs owner', 'owner')
})

describe('a day of current affairs', () => {
  it('that came from a file is published in the list and the days beside it', async () => {
    const date = addDays(today, -9)
    const stateIn = (page: string) =>
      new RegExp(`href="/affairs/${date}".*?(ಇಲ್ಲ|ಪ್ರಕಟ)`).exec(page)?.[1]
    const statesNow = async () => [
      stateIn(await author.browser.text('/affairs')),
      stateIn(await author.browser.text(`/affairs/${addDays(date, 1)}`)),
    ]
    expect(await statesNow()).toEqual(['ಇಲ್ಲ', 'ಇಲ್ಲ'])
    await rows(
      `INSERT INTO pages (
         document_id, slug, kind, date, source, checked_on, digest, created_at, updated_at)
       VALUES ('from-a-file', 'from-a-file', 'current-affairs', ?1, '', ?1, '', ?1, ?1)`,
      date,
    )
    expect(await statesNow()).toEqual(['ಪ್ರಕಟ', 'ಪ್ರಕಟ'])
    await rows(`DELETE FROM pages WHERE slug = 'from-a-file'`)
  })

  it('is written, read by another person and published at its minute, not before', async () => {
    const date = freshDay()
    expect((await send(author, date, complete())).status).toBe(303)
    expect(await stateOf(date)).toBe('review')
    expect(await reviewer.browser.text('/review')).toContain(`/affairs/${date}/review`)
    const read = await reviewer.browser.text(`/affairs/${date}/review`)
    expect(read).toContain('href="https://legislative.gov.in/constitution-of-india"')
    expect((await approve(reviewer, date)).status).toBe(303)
    expect(await stateOf(date)).toBe('scheduled')
    await publishDueDays(database(), momentInIndia(date, '05:59'))
    expect(await pagesOf(date)).toEqual([])
    await publishDueDays(database(), later(date, '06:00'))
    expect(await stateOf(date)).toBe('published')
    const [published, ...others] = await pagesOf(date)
    expect(others).toEqual([])
    expect(published).toMatchObject({ locale: 'kn', source: 'ಭಾರತದ ಸಂವಿಧಾನ' })
    expect(published?.title).toMatch(/^\S+ \d+: ಸಂವಿಧಾನ ದಿನ$/)
    expect(published?.body).toContain('<a href="https://legislative.gov.in/constitution-of-india">')
    const quiz = await quizQuestions(database(), date, 'kn')
    expect(quiz.map(({ options }) => options[1])).toEqual(['29-8-1947'])
    const log = await rows(
      `SELECT action, o.name FROM audit_entries LEFT JOIN operators o ON o.id = operator_id
       WHERE subject = ? ORDER BY audit_entries.id`,
      `affairs ${date}`,
    )
    expect(log).toEqual([
      { action: 'affairs_saved', name: 'Affairs author' },
      { action: 'affairs_sent', name: 'Affairs author' },
      { action: 'affairs_approved', name: 'Affairs reviewer' },
      { action: 'affairs_published', name: null },
    ])
  })

  it('is published by the cron trigger, once, also by overlapping runs', async () => {
    const date = freshDay()
    await send(author, date, complete())
    await approve(reviewer, date, { publishDay: addDays(today, -1), publishTime: '10:00' })
    const contexts = [1, 2, 3].map(() => {
      const context = createExecutionContext()
      worker.scheduled({} as ScheduledController, env as never, context)
      return context
    })
    await Promise.all(contexts.map((context) => waitOnExecutionContext(context)))
    expect(await stateOf(date)).toBe('published')
    const published = await rows(
      `SELECT action FROM audit_entries WHERE subject = ? AND action LIKE 'affairs_p%'`,
      `affairs ${date}`,
    )
    expect(published).toHaveLength(1)
  })

  it('goes out in the languages that are complete; another one follows', async () => {
    const date = freshDay()
    await send(author, date, complete({ 'title.te': 'రాజ్యాంగ దినోత్సవం' }))
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    expect((await pagesOf(date)).map(({ locale }) => locale)).toEqual(['kn'])
    const telugu = {
      'title.te': 'రాజ్యాంగ దినోత్సవం',
      'item.0.text.te': '1949 నవంబరు 26న రాజ్యాంగ సభ రాజ్యాంగాన్ని ఆమోదించింది.',
      'quiz.0.stem.te': 'ముసాయిదా కమిటీని ఎప్పుడు నియమించారు?',
      'quiz.0.why.te': 'కమిటీని 1947 ఆగస్టు 29న నియమించారు.',
    }
    await send(other, date, complete({ ...telugu, version: '1' }))
    expect((await pagesOf(date)).map(({ locale }) => locale)).toEqual(['kn'])
    await approve(reviewer, date, { version: '2' })
    await publishDueDays(database(), later(date))
    expect((await pagesOf(date)).map(({ locale }) => locale)).toEqual(['kn', 'te'])
  })

  it('keeps the question that readers know when its wording is corrected', async () => {
    const date = freshDay()
    await send(author, date, complete())
    const form = await author.browser.text(`/affairs/${date}`)
    const id = /name="quiz.0.id" value="([^"]+)"/.exec(form)![1]!
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    const [before] = await quizQuestions(database(), date, 'kn')
    const corrected = complete({ 'quiz.0.id': id, 'quiz.0.stem.kn': 'ಕರಡು ಸಮಿತಿ ರಚನೆ ಯಾವಾಗ?' })
    await send(author, date, { ...corrected, version: '1' })
    await approve(reviewer, date, { version: '2' })
    await publishDueDays(database(), later(date))
    const [after] = await quizQuestions(database(), date, 'kn')
    expect(after?.id).toBe(before?.id)
    expect(after?.stem).toBe('ಕರಡು ಸಮಿತಿ ರಚನೆ ಯಾವಾಗ?')
  })

  it('never takes over a question of something else by its id', async () => {
    const date = freshDay()
    const stemOf =
      'SELECT stem FROM question_texts JOIN questions q ON q.id = question_id WHERE editor_id = ?'
    const [paperQuestion] = await rows('SELECT editor_id FROM questions ORDER BY id LIMIT 1')
    const id = String(paperQuestion?.editor_id)
    const before = await rows(stemOf, id)
    await send(author, date, complete({ 'quiz.0.id': id }))
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    expect(await stateOf(date)).toBe('published')
    expect(await rows(stemOf, id)).toEqual(before)
  })

  it('shows what was typed as text, never as markup', async () => {
    const date = freshDay()
    const hostile = '<script>x</script> [ಕೊಂಡಿ](javascript:alert) **ದಪ್ಪ** # ಶೀರ್ಷಿಕೆ & 5 < 6'
    await send(author, date, complete({ 'item.0.text.kn': hostile }))
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    // The Latin words are not accepted in a Kannada text.
    expect(await stateOf(date)).toBe('draft')
    const allowed = '[ಕೊಂಡಿ](/ದಾರಿ) **ದಪ್ಪ** # ಶೀರ್ಷಿಕೆ & 5 < 6 <b>ಅ</b>'
    await send(author, date, complete({ 'item.0.text.kn': allowed, version: '1' }))
    await approve(reviewer, date, { version: '2' })
    await publishDueDays(database(), later(date))
    const [published] = await pagesOf(date)
    expect(published?.body).toContain(
      '[ಕೊಂಡಿ](/ದಾರಿ) **ದಪ್ಪ** # ಶೀರ್ಷಿಕೆ &amp; 5 &lt; 6 &lt;b&gt;ಅ&lt;/b&gt;',
    )
    expect(String(published?.body).match(/<a /g)).toHaveLength(1)
  })

  it('is taken off the site by a reviewer, and its text stays', async () => {
    const date = freshDay()
    await send(author, date, complete())
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    expect((await author.browser.post(`/affairs/${date}/withdraw`)).status).toBe(403)
    const withdrawn = await reviewer.browser.post(`/affairs/${date}/withdraw`)
    expect(withdrawn.status).toBe(303)
    expect(await reviewer.browser.text(withdrawn.headers.get('location')!)).toContain(
      'ಸೈಟ್‌ನಿಂದ ತೆಗೆಯಲಾಗಿದೆ; ಮೂರು ನಿಮಿಷದೊಳಗೆ',
    )
    // A page that is reloaded much later does not say it again.
    const old = `/affairs/${date}/review?done=done_withdrawn.${(Date.now() - 61_000).toString(36)}`
    expect(await reviewer.browser.text(old)).not.toContain('ಸೈಟ್‌ನಿಂದ ತೆಗೆಯಲಾಗಿದೆ')
    expect(await pagesOf(date)).toEqual([])
    expect(await stateOf(date)).toBe('draft')
    expect(await author.browser.text(`/affairs/${date}`)).toContain('ಸಂವಿಧಾನ ದಿನ')
    await publishDueDays(database(), later(date))
    expect(await pagesOf(date)).toEqual([])
  })

  it('that was taken off the site goes out again as it was, after another reading', async () => {
    const date = freshDay()
    await send(author, date, complete())
    await approve(reviewer, date)
    await publishDueDays(database(), later(date))
    await reviewer.browser.post(`/affairs/${date}/withdraw`)
    const [{ id } = {}] = await rows(
      `SELECT content ->> '$.quiz[0].id' AS id FROM affairs_versions WHERE date = ?`,
      date,
    )
    await send(author, date, complete({ version: '1', 'quiz.0.id': String(id) }))
    expect((await approve(reviewer, date)).status).toBe(303)
    await publishDueDays(database(), later(date, '06:02'))
    expect(await stateOf(date)).toBe('published')
    expect(await pagesOf(date)).toHaveLength(1)
  })

  it('that names a topic which is gone stays scheduled, says so, and goes out later', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const date = freshDay()
    await run({
      text: `INSERT INTO tags (document_id, slug, position, digest, created_at, updated_at)
        VALUES ('doc-passing', 'passing', 99, '', '', '')`,
      values: [],
    })
    await run({
      text: `INSERT INTO tag_texts (tag_id, locale, name)
        SELECT id, 'kn', 'ತಾತ್ಕಾಲಿಕ' FROM tags WHERE slug = 'passing'`,
      values: [],
    })
    await send(author, date, complete({ 'topic.passing': 'on' }))
    await approve(reviewer, date)
    await run({ text: `UPDATE tags SET slug = 'renamed' WHERE slug = 'passing'`, values: [] })
    await publishDueDays(database(), later(date))
    await publishDueDays(database(), later(date))
    expect([await stateOf(date), await pagesOf(date)]).toEqual(['scheduled', []])
    const failing = await author.browser.text(`/affairs/${date}`)
    expect(failing).toMatch(/ಪ್ರಕಟಿಸಲು ಆಗಲಿಲ್ಲ.*ಒಂದು ವಿಷಯ ಈಗ ಇಲ್ಲ/s)
    // Its minute is not promised any more.
    expect(failing).not.toContain('ಒಪ್ಪಿಗೆಯಾಗಿದೆ')
    expect(await reviewer.browser.text('/')).toContain('ಪ್ರಕಟವಾಗಲಿಲ್ಲ')
    await run({ text: `UPDATE tags SET slug = 'passing' WHERE slug = 'renamed'`, values: [] })
    await publishDueDays(database(), later(date))
    expect(await stateOf(date)).toBe('published')
    const failures = await rows(
      `SELECT id FROM audit_entries WHERE subject = ? AND action = 'affairs_failed'`,
      `affairs ${date}`,
    )
    expect(failures).toHaveLength(1)
    vi.restoreAllMocks()
  })
})

describe('the editor', () => {
  it.each([
    ['a text', { 'item.0.text.kn': '' }, 'item.0.text.kn-error'],
    ['a title', { 'title.kn': '' }, 'title.kn-error'],
    ['a source', { 'item.0.source.name': '' }, 'item.0.source.name-error'],
    ['a link', { 'item.0.source.url': '' }, 'item.0.source.url-error'],
    ['a link that is one', { 'item.0.source.url': 'javascript:x' }, 'item.0.source.url-error'],
    ['a link by https', { 'item.0.source.url': 'http://pib.gov.in' }, 'item.0.source.url-error'],
    ['the date of the source', { 'item.0.source.dated': '' }, 'item.0.source.dated-error'],
    ['a real date', { 'item.0.source.dated': '2026-02-30' }, 'item.0.source.dated-error'],
    ['an explanation', { 'quiz.0.why.kn': '' }, 'quiz.0.why.kn-error'],
    ['four options', { 'quiz.0.option.3.kn': '' }, 'quiz.0.option.3.kn-error'],
    ['its own language', { 'title.kn': 'రాజ్యాంగం' }, 'title.kn-error'],
  ] as const)('does not send a day without %s, and loses nothing', async (_what, change, error) => {
    const date = freshDay()
    const answer = await send(author, date, complete(change))
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(`id="${error}"`)
    expect(await stateOf(date)).toBe('draft')
    // What was right is stored and shown again.
    const again = await author.browser.text(`/affairs/${date}`)
    const kept = Object.entries(complete(change)).filter(
      ([name, value]) => value !== '' && /^(title|item\.0\.text|quiz\.0\.(stem|option))/.test(name),
    )
    for (const [, value] of kept)
      for (const shown of [page, again]) expect(shown).toContain(value.replaceAll("'", '&#x27;'))
  })

  it.each([
    ['without a right answer', { 'quiz.0.correct': '' }, 'ಸರಿಯುತ್ತರವನ್ನು ಗುರುತಿಸಿ'],
    ['with equal options', { 'quiz.0.option.2.kn': '9-12-1946' }, 'ಎರಡು ಆಯ್ಕೆಗಳು ಒಂದೇ'],
    ['without a topic', { 'topic.constitution': undefined }, 'ಒಂದು ವಿಷಯವನ್ನಾದರೂ ಆರಿಸಿ'],
  ])('does not send a day %s', async (_what, change, sentence) => {
    const fields = Object.fromEntries(
      Object.entries({ ...complete(), ...change }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const answer = await send(author, freshDay(), fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
  })

  it('leaves out an item whose fields were emptied, and adds room on demand', async () => {
    const date = freshDay()
    const second = { 'item.1.text.kn': 'ಎರಡನೆಯದು', 'item.1.source.name': 'ಪತ್ರಿಕೆ' }
    const more = await save(author, date, { ...complete(second), do: 'add-item' })
    const page = await author.browser.text(more.headers.get('location')!.replace(/#.*/, ''))
    expect(page).toContain('name="item.2.text.kn"')
    const emptied = Object.fromEntries(
      Object.entries(complete()).map(([name, value]) =>
        name.startsWith('item.0') ? [name, ''] : [name, value],
      ),
    )
    await save(author, date, { ...emptied, ...second, version: '1' })
    const left = await author.browser.text(`/affairs/${date}`)
    expect(left).toContain('ಎರಡನೆಯದು')
    expect(left).not.toContain('ಅಂಗೀಕರಿಸಿತು')
    expect(left).not.toContain('name="item.1.text.kn"')
  })

  it('saves before it switches the language of the desk', async () => {
    const date = freshDay()
    const answer = await author.browser.post(`/affairs/${date}`, { ...complete(), language: 'en' })
    expect(answer.status).toBe(303)
    const page = await author.browser.text(`/affairs/${date}`)
    expect(page).toContain('<html lang="en">')
    expect(page).toContain('ಸಂವಿಧಾನ ದಿನ')
    await author.browser.get('/?language=kn')
  })

  it('shows a later editor what the earlier one saved, and loses neither text', async () => {
    const date = freshDay()
    await save(author, date, complete())
    const first = complete({ version: '1', 'title.kn': 'ಮೊದಲಿಗರ ಶೀರ್ಷಿಕೆ' })
    const second = complete({ version: '1', 'title.kn': 'ಎರಡನೆಯವರ ಶೀರ್ಷಿಕೆ' })
    expect((await save(author, date, first)).status).toBe(303)
    const late = await save(other, date, second)
    expect(late.status).toBe(409)
    const page = await late.text()
    expect(page).toContain('Affairs author')
    expect(page).toContain('<del>ಮೊದಲಿಗರ ಶೀರ್ಷಿಕೆ</del>')
    expect(page).toContain('value="ಎರಡನೆಯವರ ಶೀರ್ಷಿಕೆ"')
    expect(page).toContain('name="version" value="2"')
    // Saved again, knowing the difference.
    expect((await save(other, date, { ...second, version: '2' })).status).toBe(303)
    const versions = await rows('SELECT version FROM affairs_versions WHERE date = ?', date)
    expect(versions).toHaveLength(3)
  })

  it('of two saves at the same time stores one, and the other one is told', async () => {
    const date = freshDay()
    const answers = await Promise.all(
      [author, other, reviewer, owner].map((one) =>
        save(one, date, complete({ 'title.kn': `ಶೀರ್ಷಿಕೆ ${one.id}` })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409])
  })

  it('makes no version of a text that is the same', async () => {
    const date = freshDay()
    await save(author, date, complete())
    const form = await author.browser.text(`/affairs/${date}`)
    const id = /name="quiz.0.id" value="([^"]+)"/.exec(form)![1]!
    await save(author, date, complete({ version: '1', 'quiz.0.id': id }))
    expect(await rows('SELECT 1 FROM affairs_versions WHERE date = ?', date)).toHaveLength(1)
  })

  it.each(['2026-02-30', '1999-01-01', '2099-01-01'])('knows no day %s', async (date) => {
    expect((await author.browser.get(`/affairs/${date}`)).status).toBe(404)
    expect((await save(author, date, complete())).status).toBe(404)
  })
})

describe('the page of today', () => {
  it('names what waits, for whom it waits', async () => {
    await send(author, freshDay(), complete())
    const tomorrow = addDays(today, 1)
    const written = await stateOf(tomorrow)
    const page = await reviewer.browser.text('/')
    expect(page).toContain('ಎರಡನೇ ಓದಿಗೆ ಕಾದಿವೆ')
    expect(await author.browser.text('/')).not.toContain('ಎರಡನೇ ಓದಿಗೆ ಕಾದಿವೆ')
    expect(page.includes('ನಾಳೆಯ ಪುಟ ಇನ್ನೂ ಬರೆದಿಲ್ಲ')).toBe(written === undefined)
  })

  it('says how old the last day is that readers see', async () => {
    expect(await author.browser.text('/')).toMatch(/ಕೊನೆಯ ಪುಟ \d+ ದಿನ ಹಳೆಯದು|ಕೊನೆಯ ಪುಟ: /)
  })
})
