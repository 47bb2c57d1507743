/**
 * Where a runner begins that is a worker thread. It contains everything that a process does, except
 * memory: a guard that uses it up takes the host along.
 */
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { prepareProcess } from "./process-state.js";
import { serve } from "./serve.js";
import { createThreadPort } from "./thread-port.js";
const data = workerData;
// In a thread this ends the thread only.
const gone = () => process.exit(0);
prepareProcess();
createRequire(import.meta.url)(data.ses);
await serve({ port: createThreadPort(data), gone });
