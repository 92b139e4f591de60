/** What a change was decided on has changed since it was read: decide again. */
export class Overtaken extends Error {}
