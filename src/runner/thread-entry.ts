/**
 * Where a runner begins that is a worker thread. It contains everything that a process does, except
 * memory: a guard that uses it up takes the host along.
 */
import { createRequire } from 'node:module'
import { workerData } from 'node:worker_threads'
import { prepareProcess } from './process-state.ts'
import { serve } from './serve.ts'
import { createThreadPort, type ThreadData } from './thread-port.ts'

const data = workerData as ThreadData
// In a thread this ends the thread only.
const gone = (): never => process.exit(0)
prepareProcess()
createRequire(import.meta.url)(data.ses)
await serve({ port: createThreadPort(data), gone })
