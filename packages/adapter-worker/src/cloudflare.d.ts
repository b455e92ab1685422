// What is used of the platform's own module: its classes, which make methods callable from outside.
declare module "cloudflare:workers" {
  export abstract class DurableObject<Env = unknown> {
    protected readonly env: Env
    constructor(context: unknown, env: Env)
  }
  export abstract class WorkerEntrypoint<Env = unknown> {
    protected readonly env: Env
    constructor(context: unknown, env: Env)
  }
  export const RpcTarget: abstract new () => object
}
