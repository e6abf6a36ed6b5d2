#!/usr/bin/env node
// Stands in for curl where none is installed: an address, headers (-H), a body (-d) and a method (-X), as the
// documents use them. Prints the body on stdout and the status on stderr.
const words = process.argv.slice(2);
const headers: [string, string][] = [];
let address = '';
let body: string | null = null;
let method: string | undefined;
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === '-H') headers.push((words.shift() as string).split(/: (.*)/, 2) as [string, string]);
  else if (word === '-d') body = words.shift() as string;
  else if (word === '-X') method = words.shift() as string;
  else if (word !== '-s') address = word;
}
const response = await fetch(address, {
  method: method ?? (body === null ? 'GET' : 'POST'),
  headers,
  body,
});
process.stdout.write(await response.text());
process.stderr.write(`${response.status}\n`);
