import { timestamps, type ContentType } from '../strapi/content-type.ts'

export const states: ContentType = {
  table: 'states',
  texts: { table: 'state_texts', key: 'state_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    name: { column: 'name', of: 'text' },
    position: { column: 'position', of: 'document' },
    ...timestamps,
  },
  relations: {},
  components: {},
  order: 'd0.position',
}

export const categories: ContentType = {
  table: 'categories',
  texts: { table: 'category_texts', key: 'category_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    name: { column: 'name', of: 'text' },
    position: { column: 'position', of: 'document' },
    languages: { column: 'languages', of: 'document', as: 'json' },
    ...timestamps,
  },
  relations: { state: { to: () => states, column: 'state_id' } },
  components: {},
  order: 'd0.position',
}

export const tags: ContentType = {
  table: 'tags',
  texts: { table: 'tag_texts', key: 'tag_id' },
  fields: {
    slug: { column: 'slug', of: 'document' },
    name: { column: 'name', of: 'text' },
    position: { column: 'position', of: 'document' },
    ...timestamps,
  },
  relations: {},
  components: {},
  order: 'd0.position',
}
