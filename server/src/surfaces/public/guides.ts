import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The guides of this release, as text: the app leads to them, and no page has to be found elsewhere. */
export async function addGuides(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    prefix: '/guides/',
    wildcard: false,
    decorateReply: false,
    setHeaders(reply) {
      reply.header('content-type', 'text/plain; charset=utf-8');
    },
  });
}
