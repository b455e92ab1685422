/** Express 4 beside Express 5, whose types cover all that the tests do with it. */
declare module "express-4" {
  import express from "express"
  export default express
}
