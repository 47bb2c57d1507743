export { T as Config } from './shooty.js';
export { a as apply, i as inject, n as name } from './shooty2.js';
