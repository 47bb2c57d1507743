/**
 * Where a runner process begins: `node entry.js <path of the SES bundle>`, with the two pipes of
 * `port.ts`. What is loaded before the lockdown is trusted, so there is nothing here but ours and SES.
 */
import { createRequire } from 'node:module';
import { createPipePort } from "./port.js";
import { prepareProcess } from "./process-state.js";
import { serve } from "./serve.js";
const gone = () => process.exit(0);
prepareProcess();
createRequire(import.meta.url)(process.argv[2] ?? '');
await serve({ port: createPipePort(gone), gone });
