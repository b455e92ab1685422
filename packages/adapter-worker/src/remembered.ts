/** Made once for each set of bindings, when it is first asked for: before that, a Worker has none. */
export const remembered = <Env extends object, A>(make: (env: Env) => A): ((env: Env) => A) => {
  const made = new WeakMap<Env, A>()
  return (env) => {
    if (!made.has(env)) made.set(env, make(env))
    return made.get(env)!
  }
}
