import { timestamps, type ContentType } from '../strapi/content-type.ts'
import { tags } from './catalogue.ts'

export const flashCards: ContentType = {
  table: 'flash_cards',
  texts: { table: 'flash_card_texts', key: 'card_id' },
  fields: {
    front: { column: 'front', of: 'text' },
    back: { column: 'back', of: 'text' },
    position: { column: 'position', of: 'document' },
    ...timestamps,
  },
  relations: {
    tags: { to: () => tags, through: 'flash_card_tags', mine: 'card_id', theirs: 'tag_id' },
  },
  components: {},
  order: 'd0.position, d0.editor_id',
}
