/** Removes functions of the schema, with whatever parameters they were made. */
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
