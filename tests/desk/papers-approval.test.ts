import { beforeAll, describe, expect, it, vi } from 'vitest'
import { publishDuePapers } from '../../desk/papers/publication.ts'
import { database, enrolled, rows, run, type SignedIn } from '../support/desk.ts'
import {
  answered,
  approvedPaper,
  begun,
  inReview,
  paperFields,
  paperRow,
  questionForm,
  sent,
  shownDigest,
  versionNow,
  written,
} from '../support/desk-papers.ts'
import { seededRandom } from '../support/seeded-random.ts'

// The second reading: without the key, by somebody else, before anything is published.

// A test makes twenty requests, and CI machines may be slow.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let author: SignedIn
let reviewer: SignedIn
let other: SignedIn
let owner: SignedIn
beforeAll(async () => {
  author = await enrolled('Read author', 'author')
  reviewer = await enrolled('Read reviewer', 'reviewer')
  other = await enrolled('Read other', 'reviewer')
  owner = await enrolled('Read owner', 'owner')
})

const publish = (at = '2026-12-31T00:00:00.000Z') => publishDuePapers(database(), new Date(at))
const published = (slug: string) =>
  rows('SELECT slug, question_count, withdrawn_at FROM practice_tests WHERE slug = ?', slug)
const actions = async (slug: string) =>
  (
    await rows('SELECT action FROM audit_entries WHERE subject = ? ORDER BY id', `paper ${slug}`)
  ).map(({ action }) => action)

describe('the second reading', () => {
  it('shows no key, stops at a difference, and goes on when it is mended', async () => {
    const slug = await inReview(author, 2)
    const first = await reviewer.browser.text(`/papers/${slug}/read`)
    expect(first).toContain('ಕೀ ನೋಡದೆ ನೀವೇ ಉತ್ತರಿಸಿ')
    expect(first).not.toContain('ಅಧ್ಯಕ್ಷರ ಅವಧಿ 5 ವರ್ಷ')
    expect(first).not.toMatch(/checked=""|class="[^"]*key/)
    expect(await answered(reviewer, slug, (nth) => (nth === 0 ? '2' : '0'))).toBe(2)
    expect(await reviewer.browser.text(`/papers/${slug}/read`)).toContain('ಪ್ರಕಟಣೆ ತಡೆಹಿಡಿಯಲಾಗಿದೆ')
    expect((await approvedPaper(reviewer, slug)).status).toBe(409)
    const note = 'ಪ್ರಶ್ನೆ 2ರ ಕೀ ತಪ್ಪು'
    await reviewer.browser.post(`/papers/${slug}/return`, { version: await versionNow(slug), note })
    const page = await author.browser.text(`/papers/${slug}`)
    expect(page).toContain(note)
    expect(page).toContain('ಉತ್ತರ ಬೇರೆ')

    const [, question] = [...page.matchAll(/href="(\/papers\/[^"]+\/questions\/[^"]+)"/g)]
    await author.browser.post(question![1]!, {
      ...questionForm(1, { correct: '0', 'why.kn': 'ಅವಧಿ 2 ವರ್ಷ.' }),
      version: await versionNow(slug),
    })
    expect((await sent(author, slug)).status).toBe(303)
    // Only the mended question is read again.
    expect(await answered(reviewer, slug, () => '0')).toBe(1)
    expect((await approvedPaper(reviewer, slug)).status).toBe(303)
    expect((await paperRow(slug))?.state).toBe('scheduled')
    await publish('2026-01-01T00:29:00.000Z')
    expect(await published(slug)).toEqual([])
    await publish('2026-01-01T00:31:00.000Z')
    expect(await published(slug)).toMatchObject([{ question_count: 2, withdrawn_at: null }])
    expect((await actions(slug)).slice(-8)).toEqual([
      ...['paper_question_agreed', 'paper_question_differs', 'paper_returned', 'paper_saved'],
      ...['paper_sent', 'paper_question_agreed', 'paper_approved', 'paper_published'],
    ])
  })

  it('hides every page with keys from who has not answered', async () => {
    const slug = await inReview(author, 1)
    const page = await reviewer.browser.text(`/papers/${slug}`)
    const question = /href="(\/papers\/[^"]+\/questions\/[^"]+)"/.exec(page)![1]!
    const paths = [question, `/papers/${slug}/text`, `/papers/${slug}/preview`]
    for (const path of [...paths, `/papers/${slug}/versions`]) {
      const answer = await reviewer.browser.get(path)
      expect([path, answer.headers.get('location')]).toEqual([path, `/papers/${slug}/read`])
    }
    expect(page).not.toContain('ಅಧ್ಯಕ್ಷರ ಅವಧಿ 5 ವರ್ಷ')
    await answered(reviewer, slug)
    for (const path of paths) expect((await reviewer.browser.get(path)).status).toBe(200)
  })

  it('is answered once: a second answer changes nothing', async () => {
    const slug = await inReview(author, 1)
    const digest = shownDigest(await reviewer.browser.text(`/papers/${slug}/read`))
    await reviewer.browser.post(`/papers/${slug}/read`, { digest, chosen: '0' })
    await reviewer.browser.post(`/papers/${slug}/read`, { digest, chosen: '2' })
    expect(await rows('SELECT chosen FROM paper_readings WHERE slug = ?', slug)).toEqual([
      { chosen: 0 },
    ])
    expect((await approvedPaper(reviewer, slug)).status).toBe(409)
  })

  it('ends a difference also when the reader sees the own mistake, with a reason', async () => {
    const slug = await inReview(author, 1)
    const digest = shownDigest(await reviewer.browser.text(`/papers/${slug}/read`))
    await reviewer.browser.post(`/papers/${slug}/read`, { digest, chosen: 'none' })
    const without = await reviewer.browser.post(`/papers/${slug}/settle`, { digest, reason: ' ' })
    expect(without.status).toBe(422)
    expect(await without.text()).toContain('ಕಾರಣ ಬರೆಯಿರಿ')
    // Only who answered can.
    expect(
      (await other.browser.post(`/papers/${slug}/settle`, { digest, reason: 'ಸರಿ' })).status,
    ).toBe(409)
    await reviewer.browser.post(`/papers/${slug}/settle`, { digest, reason: 'ನಾನು ತಪ್ಪು ಓದಿದೆ' })
    expect((await approvedPaper(reviewer, slug)).status).toBe(303)
  })

  it('by one of two readers who differs stops the paper', async () => {
    const slug = await inReview(author, 1)
    await answered(reviewer, slug)
    await answered(other, slug, () => '1')
    expect((await approvedPaper(reviewer, slug)).status).toBe(409)
  })

  it('of a question that a reviewer wrote needs another reviewer', async () => {
    const slug = await begun(author)
    await written(author, slug, 0)
    await written(reviewer, slug, 1)
    await sent(author, slug)
    expect(await answered(reviewer, slug)).toBe(1)
    expect((await approvedPaper(reviewer, slug)).status).toBe(409)
    expect(await answered(other, slug)).toBe(2)
    expect((await approvedPaper(other, slug)).status).toBe(303)
  })
})

describe('a published paper', () => {
  it('is corrected by a new version, which replaces it after another reading', async () => {
    const slug = await inReview(author, 1)
    await answered(reviewer, slug)
    await approvedPaper(reviewer, slug)
    await publish()
    await written(author, slug, 3)
    expect(await published(slug)).toMatchObject([{ question_count: 1 }])
    await sent(author, slug)
    expect(await answered(reviewer, slug)).toBe(1)
    await approvedPaper(reviewer, slug)
    await publish()
    expect(await published(slug)).toMatchObject([{ question_count: 2 }])
  })

  it('is taken off the site by a reviewer, and its text stays', async () => {
    const slug = await inReview(author, 1)
    await answered(reviewer, slug)
    await approvedPaper(reviewer, slug)
    await publish()
    const withdrawn = await reviewer.browser.post(`/papers/${slug}/withdraw`)
    expect(await reviewer.browser.text(withdrawn.headers.get('location')!)).toContain(
      'ಸೈಟ್‌ನಿಂದ ತೆಗೆಯಲಾಗಿದೆ; ಮೂರು ನಿಮಿಷದೊಳಗೆ',
    )
    const [row] = await published(slug)
    expect(row?.withdrawn_at).not.toBeNull()
    expect((await paperRow(slug))?.state).toBe('draft')
    // It goes out again as it was, after another approval.
    await sent(author, slug)
    expect((await approvedPaper(reviewer, slug)).status).toBe(303)
    await publish()
    expect(await published(slug)).toMatchObject([{ withdrawn_at: null }])
  })

  it('that cannot be loaded stays scheduled, says why, and is tried again', async () => {
    const slug = await inReview(author, 1)
    await answered(reviewer, slug)
    await approvedPaper(reviewer, slug)
    await rows(`UPDATE tags SET slug = 'panchayat-raj-gone' WHERE slug = 'panchayat-raj'`)
    await publish()
    expect((await paperRow(slug))?.state).toBe('scheduled')
    expect(await author.browser.text(`/papers/${slug}`)).toContain('names a tag')
    await rows(`UPDATE tags SET slug = 'panchayat-raj' WHERE slug = 'panchayat-raj-gone'`)
    await publish()
    expect((await paperRow(slug))?.state).toBe('published')
  })
})

describe('nobody publishes alone', () => {
  it('by any sequence of requests', { timeout: 120_000 }, async () => {
    const { integerBelow, itemOf } = seededRandom(20261126)
    const before = await rows('SELECT count(*) AS papers FROM practice_tests')
    for (const person of [author, reviewer, owner]) {
      const slug = await begun(person, { 'title.kn': `ಒಬ್ಬರೇ ${person.name.length}` })
      const question = await written(person, slug, 0)
      for (let step = 0; step < 40; step++) {
        const version = String(integerBelow(6) + 1)
        const digest = String(
          (await rows(`SELECT digest FROM paper_blocks ORDER BY random() LIMIT 1`))[0]?.digest,
        )
        const forged = { approver_id: '1', reader_id: '1', author: '1', state: 'published' }
        const times = { publishDay: '2026-01-01', publishTime: '00:00' }
        const [path, fields] = itemOf<[string, Record<string, string>]>([
          [question, { ...questionForm(integerBelow(3)), version }],
          [`/papers/${slug}`, { ...paperFields(), do: 'send', version }],
          [`/papers/${slug}`, { do: 'send', version: await versionNow(slug) }],
          [`/papers/${slug}/read`, { digest, chosen: String(integerBelow(4)) }],
          [`/papers/${slug}/settle`, { digest, reason: 'ಸರಿ' }],
          [`/papers/${slug}/approve`, { version: await versionNow(slug) }],
          [`/papers/${slug}/return`, { version, note: 'ತಿದ್ದಿ' }],
          [`/papers/${slug}/withdraw`, {}],
          ['/papers/take-over', { slug }],
        ])
        await person.browser.post(path, { ...fields, ...forged, ...times })
        if (step % 8 === 0) await publish()
      }
      await publish()
    }
    expect(await rows('SELECT count(*) AS papers FROM practice_tests')).toEqual(before)
  })

  describe('is held by the database:', () => {
    let slug = ''
    beforeAll(async () => {
      slug = await inReview(author, 1)
    })
    const digest = `(SELECT value FROM paper_drafts, json_each(blocks)
      WHERE slug = 'SLUG' ORDER BY version DESC, key DESC LIMIT 1)`
    const last = `(SELECT version FROM desk_papers WHERE slug = 'SLUG')`
    const attempts: [string, () => string][] = [
      [
        'an answer by the author',
        () =>
          `INSERT INTO paper_readings VALUES ('SLUG', ${digest}, ${author.id}, 2, '', NULL, '')`,
      ],
      [
        'an answer that is settled from the beginning',
        () => `INSERT INTO paper_readings VALUES ('SLUG', ${digest}, ${other.id}, 0, '', 'x', '')`,
      ],
      [
        'an approval of what nobody read',
        () => `INSERT INTO paper_approvals VALUES ('SLUG', ${last}, ${other.id}, '')`,
      ],
      ['a state', () => `UPDATE desk_papers SET state = 'scheduled' WHERE slug = 'SLUG'`],
      ['a published state', () => `UPDATE desk_papers SET state = 'published' WHERE slug = 'SLUG'`],
      ['another text', () => `UPDATE paper_blocks SET text = 'x' WHERE digest = ${digest}`],
      ['another key', () => `UPDATE paper_blocks SET key = 0 WHERE digest = ${digest}`],
      [
        'another author of a text',
        () => `UPDATE paper_blocks SET author_id = ${other.id} WHERE digest = ${digest}`,
      ],
      ['a deleted text', () => `DELETE FROM paper_blocks WHERE digest = ${digest}`],
      [
        'another list of questions',
        () => `UPDATE paper_drafts SET blocks = '[]' WHERE slug = 'SLUG'`,
      ],
      [
        'a replaced version',
        () => `INSERT OR REPLACE INTO paper_drafts
          SELECT slug, version, ${other.id}, blocks, digest, '' FROM paper_drafts
          WHERE slug = 'SLUG'`,
      ],
      ['a deleted version', () => `DELETE FROM paper_drafts WHERE slug = 'SLUG'`],
      [
        'a file of the desk with the digest of what is not approved',
        () => `INSERT INTO content_files (path, digest, loaded_at)
          SELECT 'desk:papers/' || slug, digest, '' FROM paper_drafts WHERE slug = 'SLUG'`,
      ],
      [
        'a file of the desk that is neither a day nor a paper',
        () => `INSERT INTO content_files VALUES ('desk:other', 'x', '')`,
      ],
    ]
    it.each(attempts)('%s is refused', async (_what, textFor) => {
      const text = textFor().replaceAll('SLUG', slug)
      await expect(run({ text, values: [] })).rejects.toThrow()
      expect((await paperRow(slug))?.state).toBe('review')
    })

    it('and an answer is not replaced, so that its difference stays', async () => {
      await answered(reviewer, slug, () => '0')
      const replaced = `INSERT OR REPLACE INTO paper_readings
        SELECT slug, digest, reader_id, 2, '', NULL, '' FROM paper_readings WHERE slug = '${slug}'`
      await expect(run({ text: replaced, values: [] })).rejects.toThrow()
      const changed = `UPDATE paper_readings SET chosen = 2 WHERE slug = '${slug}'`
      await expect(run({ text: changed, values: [] })).rejects.toThrow()
    })
  })

  it('and a file does not replace a paper that the desk has published', async () => {
    const slug = await inReview(author, 1)
    await answered(reviewer, slug)
    await approvedPaper(reviewer, slug)
    await publish()
    const text = `INSERT INTO content_documents VALUES ('papers/x/${slug}.txt', 'paper', '${slug}')`
    await expect(run({ text, values: [] })).rejects.toThrow(/no file replaces it/)
  })
})
