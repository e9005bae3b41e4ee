import type { DeskRoute } from '../desk-route.ts'
import { addPiece, savePaperForm, showPaper, claimPaper } from './paper-handlers.tsx'
import { approvePaperForm, returnPaperForm, withdrawPaperForm } from './approval-handlers.tsx'
import { maxFileBytes } from './bring-in-page.tsx'
import { bringIn, showBringIn } from './bring-in.tsx'
import { figurePicture } from './figure-picture.ts'
import { createPaper, newPaperPage } from './new-paper.tsx'
import { paperListPage } from './paper-list-page.tsx'
import { checkQuestion, saveQuestion, showQuestion } from './question-handlers.tsx'
import { answerQuestion, readPage, settleQuestion } from './read-page.tsx'
import { saveText, showText } from './text-page.tsx'
import { previewPage, versionsPage } from './versions-page.tsx'

const writers = ['author', 'reviewer', 'owner'] as const
const reviewers = ['reviewer', 'owner'] as const
const paper = '/papers/:slug{[a-z0-9-]{1,80}}'
const question = `${paper}/questions/:question{[^/]{1,80}}`
/** A paper of 150 questions in three languages is about 240 KB of text. */
const maxTextBytes = 1_000_000

export const paperRoutes: readonly DeskRoute[] = [
  { method: 'GET', path: '/papers', roles: writers, handle: paperListPage },
  { method: 'POST', path: '/papers', roles: writers, handle: createPaper },
  { method: 'GET', path: '/papers/new', roles: writers, handle: (c) => newPaperPage(c) },
  { method: 'GET', path: '/papers/bring-in', roles: writers, handle: showBringIn },
  {
    ...{ method: 'POST', path: '/papers/bring-in', roles: writers, handle: bringIn },
    ...{ maxBytes: maxFileBytes + maxTextBytes, hasFile: true },
  },
  { method: 'POST', path: '/papers/take-over', roles: writers, handle: claimPaper },
  { method: 'GET', path: '/figures/:figure{[^/]{1,80}}', roles: writers, handle: figurePicture },
  { method: 'GET', path: paper, roles: writers, handle: (c) => showPaper(c, null) },
  { method: 'POST', path: paper, roles: writers, handle: savePaperForm },
  { method: 'POST', path: `${paper}/add`, roles: writers, handle: addPiece },
  { method: 'GET', path: question, roles: writers, handle: showQuestion },
  { method: 'POST', path: question, roles: writers, handle: saveQuestion },
  {
    ...{ method: 'POST', path: `${question}/check`, roles: writers },
    handle: checkQuestion,
    changesNothing: true,
  },
  { method: 'GET', path: `${paper}/text`, roles: writers, handle: (c) => showText(c, null) },
  {
    ...{ method: 'POST', path: `${paper}/text`, roles: writers },
    handle: saveText,
    maxBytes: maxTextBytes,
  },
  { method: 'GET', path: `${paper}/versions`, roles: writers, handle: versionsPage },
  { method: 'GET', path: `${paper}/preview`, roles: writers, handle: previewPage },
  { method: 'GET', path: `${paper}/read`, roles: reviewers, handle: (c) => readPage(c, null) },
  { method: 'POST', path: `${paper}/read`, roles: reviewers, handle: answerQuestion },
  { method: 'POST', path: `${paper}/settle`, roles: reviewers, handle: settleQuestion },
  { method: 'POST', path: `${paper}/approve`, roles: reviewers, handle: approvePaperForm },
  { method: 'POST', path: `${paper}/return`, roles: reviewers, handle: returnPaperForm },
  { method: 'POST', path: `${paper}/withdraw`, roles: reviewers, handle: withdrawPaperForm },
]
