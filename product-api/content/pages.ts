import { timestamps, type ContentType } from '../strapi/content-type.ts'
import { categories, tags } from './catalogue.ts'

/** Policies, exam information, study material and current affairs. `body` is HTML. */
export const pages: ContentType = {
  table: 'pages',
  texts: { table: 'page_texts', key: 'page_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    kind: { column: 'kind', of: 'document' },
    date: { column: 'date', of: 'document' },
    source: { column: 'source', of: 'document' },
    checkedOn: { column: 'checked_on', of: 'document' },
    title: { column: 'title', of: 'text' },
    description: { column: 'description', of: 'text' },
    body: { column: 'body', of: 'text' },
    ...timestamps,
  },
  relations: {
    category: { to: () => categories, column: 'category_id' },
    tags: { to: () => tags, through: 'page_tags', mine: 'page_id', theirs: 'tag_id' },
  },
  components: {},
  order: 'd0.date DESC, d0.slug',
}
