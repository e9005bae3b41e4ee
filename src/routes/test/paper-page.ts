import type { Context } from 'hono'
import type { ReactElement } from 'react'
import type { AppEnv } from '../../app-env.ts'
import type { Exam } from '../../../domain/exams.ts'
import type { Paper } from '../../../domain/paper.ts'
import { failed, ok, type Result } from '../../../domain/result.ts'
import { knownPaper, type KnownText } from '../../api-client/known-content.ts'
import type { ApiError } from '../../api-client/errors.ts'
import { paperBySlug } from '../../api-client/papers.ts'
import { notFoundFailure, type PageInParts, type Parts } from '../../respond/page-in-parts.ts'

type PartsResult = Result<Parts, ApiError>
type Own = NonNullable<PageInParts<KnownText>['own']>

type PaperPage = {
  frame: (exam: Exam, facts: KnownText) => ReactElement
  /** Errors: `notFoundFailure` where the paper has no such page. */
  parts: (exam: Exam, paper: Paper) => PartsResult | Promise<PartsResult>
  optional?: (exam: Exam) => Own
  own?: (exam: Exam) => Own
  layout?: 'plain'
}

/** A page about one paper; 404 where the exam has none of that slug. */
export async function paperPage(
  c: Context<AppEnv>,
  exam: Exam | undefined,
  slug: string,
  { frame, parts, optional, own, layout }: PaperPage,
) {
  if (!exam) return c.notFound()
  const { api, page } = c.var
  return c.var.renderParts<KnownText>({
    known: await knownPaper(api, exam, slug, page.locale),
    frame: (facts) => frame(exam, facts),
    load: async () => {
      const found = await paperBySlug(api, exam, slug, page.locale)
      if (!found.ok) return found
      if (!found.value) return failed(notFoundFailure)
      const filled = await parts(exam, found.value)
      return filled.ok ? ok({ facts: found.value, parts: filled.value }) : filled
    },
    ...(optional && { optional: optional(exam) }),
    ...(own && { own: own(exam) }),
    ...(layout && { layout }),
  })
}
