import { judgeFile } from './probe.ts'
for (const f of process.argv.slice(2)) { const t=performance.now(); try { console.log(f, JSON.stringify(await judgeFile(f)), Math.round(performance.now()-t)) } catch (e) { console.log(f, String(e), Math.round(performance.now()-t)) } }
