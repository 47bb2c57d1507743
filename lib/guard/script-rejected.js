export class ScriptRejected extends Error {
    position;
    constructor(reason, position) {
        super(reason);
        this.position = position;
    }
}
