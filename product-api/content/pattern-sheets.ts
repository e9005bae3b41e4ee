import { timestamps, type ContentType } from '../strapi/content-type.ts'
import { categories } from './catalogue.ts'

/** Exam patterns. `stages` is JSON: [{ slug, name, facts: [{ id, is, value, note, source, url,
 *  dated, isVerified, replaces, isCurrent }] }]. */
export const patternSheets: ContentType = {
  table: 'pattern_sheets',
  texts: { table: 'pattern_sheet_texts', key: 'sheet_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    checkedOn: { column: 'checked_on', of: 'document' },
    title: { column: 'title', of: 'text' },
    stages: { column: 'stages', of: 'text', as: 'json' },
    ...timestamps,
  },
  relations: {
    categories: {
      to: () => categories,
      through: 'pattern_sheet_categories',
      mine: 'sheet_id',
      theirs: 'category_id',
    },
  },
  components: {},
  order: 'd0.slug',
}
