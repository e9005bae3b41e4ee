import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fullBatch } from '../product-api/attempts/queue.ts'

it('the queue gives as many messages at once as its consumer counts as a full batch', () => {
  const settings = readFileSync('product-api/wrangler.toml', 'utf8')
  expect(/^max_batch_size = (\d+)$/m.exec(settings)?.[1]).toBe(String(fullBatch))
})
