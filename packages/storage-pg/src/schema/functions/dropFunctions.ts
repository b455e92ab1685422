/** Functions whose parameters change cannot be replaced, and are dropped first, under every set of parameters. */
export const dropFunctions = (names: ReadonlyArray<string>): string => `do $$
  declare
    old record;
  begin
    for old in
      select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'sellerkit' and p.proname in (${names.map((name) => `'${name}'`).join(", ")})
    loop
      execute format('drop function %s', old.name);
    end loop;
  end
  $$`
