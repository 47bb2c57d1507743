export function createSkillsPort(ctx, agents) {
    return {
        async get(session, name) {
            const service = ctx.get('skills');
            const agent = agents.byId(session.sessionId);
            const skill = await service?.get(name, { cwd: session.cwd, ...agent === undefined ? {} : { scope: agent } });
            if (skill === undefined)
                return null;
            const base = skill.resourceBase?.path ?? skill.resourceBase?.url ?? skill.resourceBase?.description;
            return { name: skill.name, text: base === undefined ? skill.content : `Files of the skill: ${base}\n\n${skill.content}` };
        },
    };
}
