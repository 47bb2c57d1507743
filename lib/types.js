/**
 * The vocabulary of Shooty: what a Point, a guard, an action, a fault and a record are, and the
 * ports through which the parts meet. Types only; nothing here exists at run time.
 *
 * Folders of one rank never import each other. What one part needs of another is a port on this
 * page, and `index.ts` hands the implementations over.
 */
export {};
