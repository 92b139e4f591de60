// Answers 200 to every request, as /ready of a program does.
import { createServer } from 'node:http';

const { HTTP_PORT } = process.env;
createServer((_request, response) => response.end()).listen(Number(HTTP_PORT), '127.0.0.1');
