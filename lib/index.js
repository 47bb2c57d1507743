export { C as Config, w as apply, x as inject, y as name } from './shooty.js';
