/** Answers of which head and body leave together. */
import { ServerResponse } from "node:http"

/**
 * The framework has Node compare the length of a body with the one that was announced. Node 26 then ends each answer with
 * another write, of nothing, as older ones always do, and a request costs a twentieth more. What is announced here is counted from the text that is sent.
 */
export class OneWriteResponse extends ServerResponse {}

Object.defineProperty(OneWriteResponse.prototype, "strictContentLength", { get: () => false, set: () => {} })
