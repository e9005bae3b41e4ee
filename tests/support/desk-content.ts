import { recognisedText } from '../../authoring/recognition/document.ts'
import { textOfRecognised } from '../../authoring/recognition/paper-text.ts'
import type { DayContent } from '../../desk/affairs/day-content.ts'
import { approveDay, saveDay, sendDay } from '../../desk/affairs/days.ts'
import { publishDueDays } from '../../desk/affairs/publication.ts'
import { decideRuling, openRulingOf, proposeRuling } from '../../desk/keys/proposals.ts'
import type { Operator, Role } from '../../desk/operators/operators.ts'
import { approvePaper, sendPaper } from '../../desk/papers/paper-steps.ts'
import { publishDuePapers } from '../../desk/papers/publication.ts'
import { questionsOf, storeReading } from '../../desk/papers/readings.ts'
import { paperOf, savePaper } from '../../desk/papers/stored-papers.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { questionByEditorId } from '../../product-api/scoring/rule-key.ts'

// What people at the desk make, by the functions that its forms call.

/** Adds an operator. */
export async function addOperator(db: Database, name: string, role: Role): Promise<Operator> {
  const [rows = []] = await runStatements(db, [
    {
      text: `INSERT INTO operators (name, role, created_at) VALUES (?, ?, '') RETURNING id`,
      values: [name, role],
    },
  ])
  const id = Number(rows[0]?.id)
  return { id, name, email: null, role, isEnrolled: true, isDisabled: false }
}

export type DeskPeople = { author: Operator; reviewer: Operator }

export const deskPeople = async (db: Database): Promise<DeskPeople> => ({
  author: await addOperator(db, 'Author of the tests', 'author'),
  reviewer: await addOperator(db, 'Reviewer of the tests', 'reviewer'),
})

/** Lines as somebody pastes them: two questions with options, keys and explanations. */
export const pastedLines = `1. ಗ್ರಾಮ ಪಂಚಾಯಿತಿ ಸದಸ್ಯರ ಅವಧಿ ಎಷ್ಟು ವರ್ಷ?
(a) 3
(b) 4
(c) 5
(d) 6
Answer: c
Explanation: ಅವಧಿ 5 ವರ್ಷ.

2. ಕರ್ನಾಟಕ ಏಕೀಕರಣವಾದ ವರ್ಷ ಯಾವುದು?
(a) 1950
(b) 1956
(c) 1960
(d) 1973
Answer: b
Explanation: 1956ರ ನವೆಂಬರ್ 1.`

const headOf = (slug: string) => `paper: ${slug}
exam: pdo-paper-2
kind: model-paper
position: 9
languages: kn
minutes: 10
right: 1
wrong: 1/4
blank: 0
access: free
source: Abhyasa's own questions
checked: 2026-11-21
title kn: ಮೇಜಿನಿಂದ ಬಂದ ಪರೀಕ್ಷೆ
about kn: ಎರಡು ಪ್ರಶ್ನೆಗಳು.`

/** The text of a paper that was brought in from pasted lines, after its author looked at it. */
export async function broughtInText(slug: string): Promise<string> {
  const found = await recognisedText(pastedLines, ['kn'])
  if (!found.ok) throw new Error(found.error.kind)
  let number = 0
  return textOfRecognised(
    { ...found.value, doubts: [] },
    {
      ...{ head: headOf(slug), languages: ['kn'], topics: 'panchayat-raj' },
      doubtText: ({ kind }) => kind,
      questionId: () => `${slug}-${(number += 1)}`,
    },
  )
}

/** Saves a text at the desk, has it read and approved, and publishes it. */
export async function publishAtDesk(
  db: Database,
  { author, reviewer }: DeskPeople,
  { slug, exam, source }: { slug: string; exam: string; source: string },
  now: Date,
) {
  const before = await paperOf(db, slug)
  const saved = await savePaper(
    db,
    { slug, exam, source, expected: before?.version ?? 0 },
    author,
    now,
  )
  if (!saved.ok) throw new Error('somebody else saved it')
  const step = { slug, version: saved.value }
  await sendPaper(db, step, author, now)
  for (const question of questionsOf((await paperOf(db, slug))!))
    await storeReading(db, slug, { question, chosen: question.key, remark: '' }, reviewer, now)
  const publishAt = now.toISOString()
  if (!(await approvePaper(db, { ...step, publishAt }, reviewer, now)))
    throw new Error(`${slug} was not approved`)
  await publishDuePapers(db, now)
  const paper = await paperOf(db, slug)
  if (paper?.state !== 'published') throw new Error(paper?.failure ?? 'not published')
}

export const dayOfTests: DayContent = {
  v: 1,
  title: { kn: 'ಸಂವಿಧಾನ ದಿನ', en: 'Constitution Day' },
  items: [
    {
      text: {
        kn: '1949ರ ನವೆಂಬರ್ 26ರಂದು ಸಂವಿಧಾನ ರಚನಾ ಸಭೆ ಸಂವಿಧಾನವನ್ನು ಅಂಗೀಕರಿಸಿತು; *ನಕ್ಷತ್ರ* & <b>.',
        en: 'The Constituent Assembly adopted it on 26 November 1949; a *star* & <b>.',
      },
      source: {
        name: 'India Code (legislative.gov.in)',
        url: 'https://legislative.gov.in/a_b?c=1&d=(2)',
        dated: '1949-11-26',
      },
    },
  ],
  quiz: [
    {
      id: 'desk-2026-11-22-0001',
      stem: { kn: 'ಕರಡು ಸಮಿತಿಯ ನೇಮಕ ಯಾವಾಗ?', en: 'When was the drafting committee formed?' },
      options: [
        { kn: '9-12-1946' },
        { kn: '29-8-1947' },
        { kn: 'ಗ | ಘ', en: 'c | d' },
        { kn: '1' },
      ],
      correct: 1,
      why: { kn: '1947ರ ಆಗಸ್ಟ್ 29ರಂದು.', en: 'On 29 August 1947.', te: 'పూర్తి కాని భాష' },
    },
  ],
  topics: ['constitution', 'polity'],
}

/** Publishes a day of current affairs. */
export async function publishDay(
  db: Database,
  { author, reviewer }: DeskPeople,
  date: string,
  content: DayContent,
  now: Date,
) {
  const publishAt = now.toISOString()
  const saved = await saveDay(db, { date, content, publishAt, expected: 0 }, author, now)
  if (!saved.ok) throw new Error('somebody else saved it')
  const step = { date, version: saved.value }
  await sendDay(db, step, author, now)
  if (!(await approveDay(db, { ...step, publishAt }, reviewer, now)))
    throw new Error(`${date} was not approved`)
  await publishDueDays(db, now)
}

/** Rules at the desk that the last option of a question is right, too. */
export async function ruleAtDesk(
  db: Database,
  { author, reviewer }: DeskPeople,
  editorId: string,
  now: Date,
) {
  const question = await questionByEditorId(db, editorId)
  if (!question) throw new Error(`no question ${editorId}`)
  await proposeRuling(
    db,
    {
      ...{ questionId: question.id, wording: question.wording, locale: null, reports: [], reason },
      ...{ kind: 'accept', accepted: [question.key, 3], question: editorId },
    },
    author,
    now,
  )
  const proposal = await openRulingOf(db, question.id)
  const decided = proposal && (await decideRuling(db, proposal, 'approved', reviewer, now))
  if (decided !== 'done') throw new Error(`the ruling about ${editorId}: ${decided}`)
}

const reason = {
  kn: 'ಎರಡು ಆಯ್ಕೆಗಳೂ ಸರಿ: ಮೂಲದಲ್ಲಿ\nಎರಡೂ ಇವೆ.',
  en: 'Both options are right.',
  te: 'రెండు ఎంపికలూ సరైనవే.',
}
