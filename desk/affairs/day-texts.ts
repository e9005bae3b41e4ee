import * as v from 'valibot'
import { dayInIndia } from '../../domain/india-time.ts'
import { runStatements, type Database } from '../../product-api/database.ts'
import { dayContent } from './day-content.ts'
import { textOfDay } from './day-page.ts'

const rows = v.array(
  v.object({
    ...{ path: v.string(), date: v.string(), publishedAt: v.string() },
    content: v.pipe(v.string(), v.parseJson(), dayContent),
  }),
)

/** Keeps the text of days that were published before texts were kept. -> how many. Cost: one read
 *  where there are none. */
export async function keepDayTexts(db: Database): Promise<number> {
  const { results } = await db.prepare(withoutText).all()
  const days = v.parse(rows, results)
  if (days.length > 0)
    await runStatements(
      db,
      days.map(({ path, date, content, publishedAt }) => ({
        text: 'INSERT OR IGNORE INTO content_sources (path, source) VALUES (?, ?)',
        values: [path, textOfDay(date, content, dayInIndia(new Date(publishedAt)))],
      })),
    )
  return days.length
}

const withoutText = `
SELECT f.path, d.date, d.published_at AS publishedAt, v.content
FROM affairs_days d JOIN content_files f ON f.path = 'desk:affairs/' || d.date
JOIN affairs_versions v ON v.date = d.date AND v.version = d.published_version
WHERE NOT EXISTS (SELECT 1 FROM content_sources s WHERE s.path = f.path)
LIMIT 200`
