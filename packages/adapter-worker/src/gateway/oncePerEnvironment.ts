/** Makes something once for each set of bindings, when it is first needed: a Worker has no bindings before its first request. */
export const oncePerEnvironment = <Env extends object, A>(make: (env: Env) => A): ((env: Env) => A) => {
  const made = new WeakMap<Env, A>()
  return (env) => {
    if (!made.has(env)) made.set(env, make(env))
    return made.get(env)!
  }
}
