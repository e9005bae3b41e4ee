import { DurableObject } from 'cloudflare:workers'
import worker from '../../product-api/worker.ts'

/** The product API as tests run it, and beside it a bare database: SQLite as D1 is made of, without the way there. */
export class Notebook extends DurableObject {}

export default worker
