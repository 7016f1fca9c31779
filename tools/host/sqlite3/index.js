// The original sqlite3 compiles (or downloads) its binding after the install and so needs a
// compiler. This fork has the same interface and ships the binding inside the package, but as an
// ES module; n8n's database layer calls `require('sqlite3').verbose()`.
module.exports = require('@appthreat/sqlite3').default;
