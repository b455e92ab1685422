/**
 * A session keeps what the database was set to when it began, and stays with its server when another one takes over. So one that
 * is read only may stay that although the database takes writes again. It is ended, and the next statement begins another.
 */

/** The state by which a server says that it takes nothing that is written. */
export const readOnly = "25006"

/** Ends the session in which it runs, if that session is read only. The pool chooses the session. */
export const endReadOnlyText =
  "select pg_terminate_backend(pg_backend_pid()) where current_setting('transaction_read_only') = 'on'"
