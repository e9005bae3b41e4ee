import { DurableObject } from 'cloudflare:workers'
import worker from '../../product-api/worker.ts'

/** A Durable Object whose SQLite storage serves as a fast database (durable-object-storage.ts). */
export class DatabaseObject extends DurableObject {}

export default worker
