/** Whoever has rights to a known table gets the same rights to a new one. So the role of a service goes on without a grant. */
export const grantAs = (known: string, table: string): string => `do $$ declare granted record; begin
    for granted in
      select quote_ident(r.rolname) as role, string_agg(a.privilege_type, ', ') as rights
      from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
      where c.oid = 'sellerkit.${known}'::regclass and a.grantee <> c.relowner
      group by r.rolname
    loop
      execute format('grant %s on sellerkit.${table} to %s', granted.rights, granted.role);
    end loop;
  end $$`
