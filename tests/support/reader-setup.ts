import { bindings, promptQueue } from './readers.ts'

bindings.ATTEMPT_QUEUE = promptQueue
