/** GET /: what answers here and where it is described, for whoever opens the bare address. Owns its words. */
import type { FastifyInstance } from 'fastify';
import { type PageLanguage, pageLanguage, sendPlainPage } from '../http/plain-page.ts';

const words: Record<
  PageLanguage,
  Record<'title' | 'what' | 'reference' | 'mcp' | 'openApi' | 'health', string>
> = {
  en: {
    title: 'Platen',
    what: 'Photos and documents, printed at a print shop. This is the service that programs and AI assistants talk to.',
    reference: 'REST reference',
    mcp: 'Connect an AI client (MCP)',
    openApi: 'OpenAPI document',
    health: 'Is it well?',
  },
  zh: {
    title: 'Platen',
    what: '在冲印店打印照片和文档。程序和 AI 助手通过这里下单。',
    reference: 'REST 接口文档',
    mcp: '连接 AI 客户端(MCP)',
    openApi: 'OpenAPI 文件',
    health: '服务状态',
  },
};

/** Mounts the page. */
export function addStartPage(http: FastifyInstance): void {
  http.get('/', async (request, reply) => {
    const language = pageLanguage(request);
    const text = words[language];
    const links = [
      ['/docs', text.reference],
      ['/docs/mcp', text.mcp],
      ['/api/openapi.json', text.openApi],
      ['/api/health', text.health],
    ];
    const list = links.map(([href, name]) => `<li><a href="${href}">${name}</a></li>`).join('');
    return sendPlainPage(reply, { language, title: text.title, body: `<p>${text.what}</p><ul>${list}</ul>` });
  });
}
